import { setTimeout as pause } from 'node:timers/promises'
import {
  fieldOf,
  instantOf,
  isRecord,
  pick,
  sameRecord,
  scenario,
  type Exchange,
  type Given,
  type MadeProduct,
} from '#suite'

const needs = ['write'] as const
const byOthers = ['write', 'same-org-key|control:create-key'] as const
const as = 'same-organization'
/** Longer than a second: times may be kept to the second, and then the next change comes in another one. */
const anotherSecond = 1100

interface Moved {
  readonly product: MadeProduct
  readonly before: Exchange
  readonly after: Exchange
}

/** A product before and after a change, made once more in another second where its time has not moved. */
async function changed(
  given: Given,
  make: () => Promise<MadeProduct>,
  change: (id: string) => Promise<Exchange>,
): Promise<Moved> {
  const attempt = async (wait: number): Promise<Moved> => {
    const product = await make()
    const before = await given.readProduct(product.id)
    await pause(wait)
    await change(product.id)
    return { product, before, after: await given.readProduct(product.id) }
  }
  const quick = await attempt(0)
  return hasMoved(quick) ? quick : attempt(anotherSecond)
}

const changes = {
  name: (given: Given) => ({ name: given.name() }),
  description: (given: Given) => ({ description: given.name() }),
  readable_id: (given: Given) => ({ readable_id: given.readableId() }),
} as const

for (const [field, change] of Object.entries(changes))
  scenario(
    `a change of the ${field} moves updatedAt and leaves createdAt and createdBy`,
    { verifies: ['PROD-50'], needs },
    async ({ given, verify }) => {
      const moved = await changed(
        given,
        () => given.product({ description: 'before' }),
        async (id) => given.requireSuccess(await given.update(id, change(given)), 'PROD-41'),
      )
      const { before, after } = moved
      verify('PROD-50', after).that(movesForward(`a change of the ${field}`, moved))
      verify('PROD-50', after).that(
        sameRecord(`who created the product, and when, after a change of the ${field},`, {
          kind: 'product',
          expected: pick(before.json, ['createdAt', 'createdBy']),
          received: pick(after.json, ['createdAt', 'createdBy']),
        }),
      )
    },
  )

scenario(
  'an assignment and a removal of a part number move updatedAt',
  { verifies: ['PROD-50'], needs: ['write', 'trace'] },
  async ({ given, verify }) => {
    const assigned = await changed(
      given,
      () => given.product(),
      async (id) => given.requireSuccess(await given.update(id, { part_number: given.partNumber() }), 'PN-02'),
    )
    verify('PROD-50', assigned.after).that(movesForward('an assignment of a part number', assigned))
    const removed = await changed(
      given,
      () => given.productWithPartNumber(),
      async (id) => given.requireSuccess(await given.update(id, { part_number: null }), 'PN-03'),
    )
    verify('PROD-50', removed.after).that(movesForward('a removal of a part number', removed))
  },
)

scenario(
  'a choice of another baseline moves updatedAt',
  { verifies: ['PROD-50'], needs: ['write', 'control:publish-version'], causedBy: ['PROD-48'] },
  async ({ given, session, verify }) => {
    let published: readonly number[] = []
    const make = async (): Promise<MadeProduct> => {
      const { item } = await given.property('text')
      const first = await session.controls.publishVersion(item.product.id)
      // A service may refuse to publish what has not changed.
      await given.property('text', { item })
      const second = await session.controls.publishVersion(item.product.id)
      published = [first.version, second.version]
      return item.product
    }
    const choose = async (id: string): Promise<Exchange> => {
      // lawful: a publication that chooses its version as the baseline
      const present = fieldOf(await given.readProduct(id), 'baseline_version_number')
      const baseline_version_number = published.find((version) => version !== present)
      return given.requireSuccess(await given.update(id, { baseline_version_number }), 'PROD-48')
    }
    const moved = await changed(given, make, choose)
    verify('PROD-50', moved.after).that(movesForward('a choice of another baseline', moved))
  },
)

/** Clocks of several machines may differ by less. */
const clocksApart = 250

scenario('a change never moves updatedAt back', { verifies: ['PROD-50'], needs }, async ({ given, verify }) => {
  // At several parts of a second: one of two times may be kept without its fraction.
  for (let go = 0; go < 4; go += 1) {
    const { id } = await given.product()
    // lawful: an answer to a write shows more of a second than the store keeps, so that reads are compared
    const before = await given.readProduct(id)
    given.requireSuccess(await given.update(id, { name: given.name() }), 'PROD-41')
    const after = await given.readProduct(id)
    const [earlier, later] = [before, after].map((read) => instantOf(timeOf(read)))
    if (earlier && later)
      verify('PROD-50', after).that({
        claim: 'a change does not move updatedAt back',
        holds: later.milliseconds >= earlier.milliseconds - clocksApart,
        expected: `not before ${String(timeOf(before))}`,
        received: String(timeOf(after)),
        hint: 'an update may keep the time in seconds, and a creation in parts of them',
      })
    await pause(170)
  }
})

scenario(
  'a change by another key shows whom that key stands for as updatedBy',
  { verifies: ['PROD-14'], needs: byOthers, causedBy: ['AUTH-23'] },
  async ({ given, verify }) => {
    const [mine, theirs] = [await given.product(), await given.product({}, { as })]
    const [me, them] = [userIn(mine.exchange, 'createdBy'), userIn(theirs.exchange, 'createdBy')]
    // lawful: both keys may stand for one user, and then nothing is told apart
    if (me === undefined || them === undefined || me === them)
      return given.untestable({
        reason: 'capability-absent',
        cause: 'two keys of one organization with users of their own',
      })
    given.requireSuccess(await given.update(mine.id, { name: given.name() }, { as }), 'AUTH-23')
    const read = await given.readProduct(mine.id)
    verify('PROD-14', read).equals({
      claim: 'updatedBy is who updated it last',
      expected: them,
      received: userIn(read, 'updatedBy'),
    })
  },
)

function movesForward(what: string, { before, after }: Pick<Moved, 'before' | 'after'>) {
  return {
    claim: `${what} moves updatedAt forward`,
    holds: hasMoved({ before, after }),
    expected: `later than ${String(timeOf(before))}`,
    received: String(timeOf(after)),
  }
}

/** The id of a user, and nothing else: addresses of pictures may be signed anew each time. */
function userIn({ json }: Exchange, field: 'createdBy' | 'updatedBy' | 'owner'): unknown {
  const user = isRecord(json) ? json[field] : undefined
  return isRecord(user) ? user['id'] : user
}

function timeOf({ json }: Exchange): unknown {
  return isRecord(json) ? json['updatedAt'] : undefined
}

function hasMoved({ before, after }: Pick<Moved, 'before' | 'after'>): boolean {
  const [earlier, later] = [instantOf(timeOf(before)), instantOf(timeOf(after))]
  return earlier !== undefined && later !== undefined && later.milliseconds > earlier.milliseconds
}
