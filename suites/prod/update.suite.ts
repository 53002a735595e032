import fc from 'fast-check'
import { instantOf } from '../../lib/contract/instant.ts'
import { isRecord } from '../../lib/contract/is-record.ts'
import type { Exchange } from '../../lib/client/exchange.ts'
import { pick } from '../../lib/run/given/pick.ts'
import { property } from '../../lib/run/property.ts'
import { race } from '../../lib/run/race.ts'
import { scenario } from '../../lib/run/scenario.ts'
import { sameRecord } from './same-record.ts'

const needs = ['write'] as const
const fields = ['name', 'description', 'readable_id'] as const

scenario(
  'an update is answered with the updated product, and the next read shows it',
  { verifies: ['PROD-41'], needs },
  async ({ given, verify }) => {
    const { id, body } = await given.product({ description: 'before' })
    const changes = [
      { name: `${body.name} changed` },
      { description: 'after' },
      { readable_id: given.readableId() },
      { name: `${body.name} again`, description: 'after all', readable_id: given.readableId() },
    ]
    for (const change of changes) {
      const answer = await given.update(id, change)
      verify('PROD-41', answer).isAccepted(200)
      const read = await given.readProduct(id)
      for (const [place, exchange] of [
        ['answer', answer],
        ['next read', read],
      ] as const)
        verify('PROD-41', exchange).equals({
          claim: `the ${place} shows what was updated`,
          expected: change,
          received: pick(exchange.json, Object.keys(change)),
        })
      verify('PROD-41', answer).that(
        sameRecord('the product in the answer to an update', {
          expected: answer.json,
          received: read.json,
          except: ['owner', 'createdAt', 'createdBy'],
        }),
      )
    }
  },
)

scenario(
  'the next list shows what was updated',
  { verifies: ['PROD-41'], needs, explainedBy: ['PROD-02', 'PROD-04', 'PROD-06', 'PROD-36', 'PROD-38'] },
  async ({ given, verify }) => {
    const { id, workspaceId } = await given.product({ description: 'before' })
    const word = given.word()
    const changes = [
      { name: `${word} ${given.name()}` },
      { readable_id: given.readableId() },
      { name: `${word} ${given.name()} again`, description: 'after' },
    ]
    for (const change of changes) {
      given.accepted(await given.update(id, change), 'PROD-41')
      const { exchange: list, complete } = await given.search(workspaceId, word)
      const entry = given.entriesOf(list).find((listed) => String(listed['id']).toLowerCase() === id.toLowerCase())
      if (entry !== undefined || complete)
        verify('PROD-41', list).equals({
          claim: 'the next list shows what was updated',
          expected: change,
          received: pick(entry, Object.keys(change)),
        })
      if (entry === undefined) continue
      const read = await given.readProduct(id)
      // What a list need not show is not compared, and neither is what was not changed: that is told of elsewhere.
      verify('PROD-41', list).that(
        sameRecord('the listed product after an update', {
          expected: read.json,
          received: entry,
          except: ['part_number', 'description', 'name', 'readable_id', 'workspace_id', 'id', 'owner'],
        }),
      )
    }
  },
)

scenario(
  'a description is added to a product without one',
  { verifies: ['PROD-41'], needs },
  async ({ given, verify }) => {
    const { id } = await given.product()
    const answer = await given.update(id, { description: 'added' })
    verify('PROD-41', answer).isAccepted(200)
    for (const exchange of [answer, await given.readProduct(id)])
      verify('PROD-41', exchange).equals({
        claim: 'a product shows the description that was added',
        expected: { description: 'added' },
        received: pick(exchange.json, ['description']),
      })
  },
)

/** What no update of one field may touch, where the product shows it. */
const bystanders = [
  ...fields,
  'workspace_id',
  'baseline_version_number',
  'archived',
  'status',
  'excludedStatusIds',
  'owner',
] as const

/** The named fields of a product; of an owner the id alone, for addresses of pictures may be signed anew each time. */
function untouched(product: unknown, names: readonly string[]): Readonly<Record<string, unknown>> {
  const shown = pick(product, names)
  return isRecord(shown['owner']) ? { ...shown, owner: shown['owner']['id'] } : shown
}

property(
  'an update changes only the fields given',
  { verifies: ['PROD-42'], needs, cost: 'costly' },
  async ({ given, verify }) => ({
    inputs: fc.subarray([...fields], { minLength: 1, maxLength: 2 }),
    examples: [['name'], ['description'], ['readable_id']],
    holds: async (given_: readonly string[]) => {
      const { id } = await given.product({ description: 'before' })
      const before = await given.readProduct(id)
      const change = pick({ name: given.name(), description: 'after', readable_id: given.readableId() }, given_)
      given.accepted(await given.update(id, change), 'PROD-41')
      const after = await given.readProduct(id)
      const others = bystanders.filter((field) => !given_.some((name) => name === field))
      verify('PROD-42', after).equals({
        claim: `an update leaves ${others.filter((field) => fields.some((name) => name === field)).join(' and ')} and all else alone`,
        expected: untouched(before.json, others),
        received: untouched(after.json, others),
      })
    },
  }),
)

scenario(
  'an assignment or removal of a part number changes no other field',
  { verifies: ['PROD-42'], needs: ['write', 'trace'] },
  async ({ given, verify }) => {
    const { id } = await given.product({ description: 'before' })
    const before = await given.readProduct(id)
    for (const [part_number, by] of [
      [given.partNumber(), 'PN-02'],
      [null, 'PN-03'],
    ] as const) {
      given.accepted(await given.update(id, { part_number }), by)
      const after = await given.readProduct(id)
      verify('PROD-42', after).equals({
        claim: `${part_number === null ? 'a removal' : 'an assignment'} of a number leaves all other fields alone`,
        expected: untouched(before.json, bystanders),
        received: untouched(after.json, bystanders),
      })
    }
  },
)

scenario('an empty name is refused on update', { verifies: ['PROD-43'], needs }, async ({ given, verify }) => {
  const { id } = await given.product()
  const twin = given.accepted(await given.update(id, { name: given.name() }), 'PROD-41')
  for (const others of [{}, { description: 'together' }]) {
    const answer = await given.update(id, { name: '', ...others }, { broken: 'an empty name' })
    verify('PROD-43', answer).isRefused({ status: 422, twin })
  }
})

scenario(
  'an empty update is taken and changes nothing',
  {
    verifies: ['PROD-49'],
    needs,
    explainedBy: ['PROD-05', 'PROD-13', 'PROD-14', 'PROD-16', 'PROD-41', 'PROD-42'],
  },
  async ({ given, verify }) => {
    const { id } = await given.product({ description: 'described' })
    const before = await given.readProduct(id)
    const answer = await given.update(id, {})
    verify('PROD-49', answer).isAccepted(200)
    const read = await given.readProduct(id)
    for (const exchange of [answer, read])
      verify('PROD-49', exchange).that(
        sameRecord('the product after an empty update', {
          expected: before.json,
          received: exchange.json,
          except: ['updatedAt', 'updatedBy'],
        }),
      )
  },
)

const changes = [
  { what: 'the name', change: (fresh: string) => ({ name: fresh }) },
  { what: 'the description', change: (fresh: string) => ({ description: fresh }) },
  { what: 'the readable_id', change: (fresh: string) => ({ readable_id: fresh.replaceAll(' ', '_') }) },
] as const

for (const { what, change } of changes)
  scenario(
    `a change of ${what} moves updatedAt and leaves createdAt and createdBy`,
    { verifies: ['PROD-50'], needs },
    async ({ given, verify }) => {
      const { id } = await given.product({ description: 'before' })
      const before = await given.readProduct(id)
      given.accepted(await given.update(id, change(given.name())), 'PROD-41')
      let after = await given.readProduct(id)
      if (!hasMoved(before, after)) {
        // Times may be kept to the second: the next change comes in another one.
        await delayed(1100)
        given.accepted(await given.update(id, change(given.name())), 'PROD-41')
        after = await given.readProduct(id)
      }
      verify('PROD-50', after).that({
        claim: `a change of ${what} moves updatedAt forward`,
        holds: hasMoved(before, after),
        expected: `later than ${show(before, 'updatedAt')}`,
        received: show(after, 'updatedAt'),
      })
      verify('PROD-50', after).that(
        sameRecord(`who created the product, and when, after a change of ${what},`, {
          expected: before.json,
          received: after.json,
          except: [...fields, 'updatedAt', 'updatedBy', 'id', 'workspace_id', 'part_number', 'owner'],
        }),
      )
    },
  )

/** Clocks of several machines may differ by less. */
const clocksApart = 250

scenario('a change never moves updatedAt back', { verifies: ['PROD-50'], needs }, async ({ given, verify }) => {
  // At several parts of a second: one of two times may be kept without its fraction.
  for (let go = 0; go < 4; go += 1) {
    const { id, exchange: before } = await given.product()
    given.accepted(await given.update(id, { name: given.name() }), 'PROD-41')
    const after = await given.readProduct(id)
    const [earlier, later] = [before, after].map((read) => instantOf(pick(read.json, ['updatedAt'])['updatedAt']))
    if (earlier && later)
      verify('PROD-50', after).that({
        claim: 'a change does not move updatedAt back',
        holds: later.milliseconds >= earlier.milliseconds - clocksApart,
        expected: `not before ${show(before, 'updatedAt')}`,
        received: show(after, 'updatedAt'),
        hint: 'an update may keep the time in seconds, and a creation in parts of them',
      })
    await delayed(170)
  }
})

scenario(
  'a change by another key leaves who created the product, and who owns it',
  { verifies: ['PROD-42', 'PROD-50'], needs: ['write', 'same-org-key|control:create-key'] },
  async ({ given, session, verify }) => {
    await session.ensureKey('same-organization')
    const { id } = await given.product()
    const before = await given.readProduct(id)
    const change = { name: given.name() }
    const answer = given.accepted(await given.update(id, change, { as: 'same-organization' }), 'AUTH-23')
    for (const after of [answer, await given.readProduct(id)])
      verify('PROD-50', after).equals({
        claim: 'a change by another key leaves createdBy',
        expected: creatorOf(before),
        received: creatorOf(after),
        hint: 'whoever updates may be written down as the creator',
      })
    const read = await given.readProduct(id)
    verify('PROD-42', read).equals({
      claim: 'a change of the name leaves the owner',
      expected: userIn(before, 'owner'),
      received: userIn(read, 'owner'),
    })
  },
)

scenario(
  'a change by another key shows whom that key stands for as updatedBy',
  { verifies: ['PROD-14'], needs: ['write', 'same-org-key|control:create-key'], explainedBy: ['AUTH-23'] },
  async ({ given, session, verify }) => {
    await session.ensureKey('same-organization')
    const [mine, theirs] = [await given.product(), await given.product({}, { as: 'same-organization' })]
    const [me, them] = [creatorOf(mine.exchange), creatorOf(theirs.exchange)]
    // Both keys may stand for one user, and then nothing is told apart.
    if (me === undefined || them === undefined || me === them)
      return given.lacks({
        reason: 'capability-absent',
        enable: 'two keys of one organization with users of their own',
      })
    given.accepted(await given.update(mine.id, { name: given.name() }, { as: 'same-organization' }), 'AUTH-23')
    const read = await given.readProduct(mine.id)
    verify('PROD-14', read).equals({
      claim: 'updatedBy is who updated it last',
      expected: them,
      received: userIn(read, 'updatedBy'),
    })
  },
)

scenario(
  'a list shows a change by another key as the record does',
  {
    verifies: ['PROD-41'],
    needs: ['write', 'same-org-key|control:create-key'],
    explainedBy: ['AUTH-23', 'GEN-06', 'PROD-14', 'PROD-42', 'PROD-50'],
  },
  async ({ given, session, verify }) => {
    await session.ensureKey('same-organization')
    const as = 'same-organization'
    const { id, workspaceId } = await given.product()
    const before = await given.readProduct(id)
    let name = given.name()
    given.accepted(await given.update(id, { name }, { as }), 'AUTH-23')
    let after = await given.readProduct(id)
    if (!hasMoved(before, after)) {
      // Times may be kept to the second: a list that shows the creation's would not be told from one that is right.
      await delayed(1100)
      name = given.name()
      given.accepted(await given.update(id, { name }, { as }), 'AUTH-23')
      after = await given.readProduct(id)
    }
    const { exchange: list } = await given.search(workspaceId, name)
    for (const entry of given.entriesOf(list).filter((one) => String(one['id']).toLowerCase() === id.toLowerCase()))
      verify('PROD-41', list).that(
        sameRecord('the entry of a list after a change by another key', {
          expected: after.json,
          received: entry,
          except: ['part_number'],
        }),
      )
  },
)

scenario(
  'an assignment and a removal of a part number move updatedAt',
  { verifies: ['PROD-50'], needs: ['write', 'trace'] },
  async ({ given, verify }) => {
    const { id } = await given.product()
    const steps = [
      { what: 'an assignment', by: 'PN-02', number: () => given.partNumber() },
      { what: 'a removal', by: 'PN-03', number: () => null },
    ] as const
    const change = async (pause: number) => {
      const reads = [await given.readProduct(id)]
      for (const { by, number } of steps) {
        await delayed(pause)
        given.accepted(await given.update(id, { part_number: number() }), by)
        reads.push(await given.readProduct(id))
      }
      return steps.map(({ what }, index) => ({ what, before: reads[index], after: reads[index + 1] }))
    }
    const quick = await change(0)
    // Times may be kept to the second: then the changes are made again, each in another one.
    const made = quick.every(({ before, after }) => hasMoved(before, after)) ? quick : await change(1100)
    for (const { what, before, after } of made)
      verify('PROD-50', after).that({
        claim: `${what} of a part number moves updatedAt forward`,
        holds: hasMoved(before, after),
        expected: `later than ${show(before, 'updatedAt')}`,
        received: show(after, 'updatedAt'),
      })
  },
)

race(
  'simultaneous updates of different fields are all kept',
  { verifies: ['PROD-51'], needs, explainedBy: ['PROD-41', 'PROD-42'] },
  async ({ api, given, verify }) => {
    const products = await Promise.all([
      given.product({ description: 'before' }),
      given.product({ description: 'before' }),
    ])
    const wishes = products.map(({ id }) => ({
      id,
      wish: { name: given.name(), description: `after ${given.word()}`, readable_id: given.readableId() },
    }))
    const answers = await api.simultaneously(
      wishes.flatMap(({ id, wish }) =>
        fields.map((field) => api.request('updateProduct', { path: { product_id: id }, json: pick(wish, [field]) })),
      ),
    )
    for (const answer of answers) given.accepted(answer, 'PROD-41')
    for (const { id, wish } of wishes) {
      const read = await given.readProduct(id)
      verify('PROD-51', read).equals({
        claim: 'each of several simultaneous updates is kept',
        expected: wish,
        received: pick(read.json, fields),
        hint: 'an update may write all fields back as it read them',
      })
    }
  },
)

/** The id alone: addresses of pictures may be signed anew each time. */
function creatorOf(exchange: Exchange): unknown {
  return userIn(exchange, 'createdBy')
}

function userIn({ json }: Exchange, field: 'createdBy' | 'updatedBy' | 'owner'): unknown {
  const user = isRecord(json) ? json[field] : undefined
  return isRecord(user) ? user['id'] : user
}

function hasMoved(before: Exchange | undefined, after: Exchange | undefined): boolean {
  const [earlier, later] = [before, after].map((read) =>
    instantOf(isRecord(read?.json) ? read.json['updatedAt'] : undefined),
  )
  return earlier !== undefined && later !== undefined && later.milliseconds > earlier.milliseconds
}

function show(read: Exchange | undefined, field: string): string {
  return isRecord(read?.json) ? String(read.json[field]) : 'nothing'
}

function delayed(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
