import { setTimeout as pause } from 'node:timers/promises'
import {
  assume,
  blocked,
  each,
  fieldOf,
  inTurn,
  instantOf,
  isRecord,
  msUntilAnother,
  scenario,
  showsSeconds,
  asText,
} from '#suite'
import type { CheckContext, Exchange, Given, MadeProduct } from '#suite'
import { isDatedAhead } from '../shared/dated-ahead.ts'
import { anotherSecond, hasMoved, timeOf, type Readings } from '../shared/moved-time.ts'
import { productUpdatedInTurn } from './updated-product.ts'

const needs = ['write'] as const
const byOthers = ['write', 'same-org-key|control:create-key'] as const
const as = 'same-organization'

/** One kind of change, by which `updatedAt` moves. */
interface Change {
  readonly what: string
  readonly needs: readonly Need[]
  readonly createProduct: (context: Context) => Promise<MadeProduct>
  readonly sendChange: (context: Context, id: string) => Promise<Exchange>
}

type Need = 'write' | 'trace' | 'control:publish-version'
type Context = CheckContext<'PROD-50'>

const ofField = (field: string, value: (given: Given) => string): Change => ({
  what: `a change of the ${field}`,
  needs,
  createProduct: productUpdatedInTurn,
  sendChange: async ({ given }, id) =>
    given.requireSuccess(await given.update(id, { [field]: value(given) }), 'PROD-41'),
})

const kindsOfChange: readonly Change[] = [
  ofField('name', (given) => given.name()),
  ofField('description', (given) => given.name()),
  ofField('readable_id', (given) => given.readableId()),
  {
    what: 'an assignment of a part number',
    needs: ['write', 'trace'],
    createProduct: ({ given }) => given.product({ description: 'described' }),
    sendChange: async ({ given }, id) =>
      given.requireSuccess(await given.update(id, { part_number: given.partNumber() }), 'PN-02'),
  },
  {
    what: 'a removal of a part number',
    needs: ['write', 'trace'],
    createProduct: ({ given }) => given.productWithPartNumber(),
    sendChange: ({ given }, id) => given.removePartNumber(id),
  },
  {
    what: 'a choice of another baseline',
    needs: ['write', 'control:publish-version'],
    createProduct: async (context) => (await publishedTwice(context)).product,
    sendChange: async (context, id) => {
      const { given } = context
      const { versions } = await publishedTwice(context)
      // lawful: a publication that chooses its version as the baseline
      const present = fieldOf(await given.readProduct(id), 'baseline_version_number')
      const other = versions.find((version) => version !== present) ?? 1
      const answer = given.requireSuccess(await given.chooseBaseline(id, other), 'PROD-48')
      const chosen = fieldOf(await given.readProduct(id), 'baseline_version_number')
      assume(chosen === other, blocked('PROD-48', 'the target did not change the baseline'))
      return answer
    },
  },
]

interface PublishedTwice {
  readonly product: MadeProduct
  readonly versions: readonly number[]
}

function publishedTwice({ given, session }: Context): Promise<PublishedTwice> {
  return session.shared('product with two versions to choose from', async () => {
    const { item } = await given.property('text')
    const first = await session.controls.publishVersion(item.product.id)
    // A service may refuse to publish what has not changed.
    await given.property('text', { item })
    const second = await session.controls.publishVersion(item.product.id)
    return { product: item.product, versions: [first.version, second.version] }
  })
}

/** GET of a product, what changes it, and GET again; of another product in another second if its time has not moved. */
async function readAroundChange(context: Context, { createProduct, sendChange }: Change): Promise<Readings> {
  const attempt = async (least = 0): Promise<Readings> => {
    const { id } = await createProduct(context)
    const before = await context.given.readProduct(id)
    await pause(Math.max(least, msUntilAnother(timeOf(before))))
    await sendChange(context, id)
    return { before, after: await context.given.readProduct(id) }
  }
  const quick = await attempt()
  return hasMoved(quick) ? quick : attempt(anotherSecond)
}

for (const change of kindsOfChange)
  scenario(
    `${change.what} moves updatedAt and keeps createdAt and createdBy`,
    { verifies: ['PROD-50'], needs: change.needs },
    async (context) => {
      const { verify } = context
      const { before, after } = await readAroundChange(context, change)
      const former = fieldOf(before, 'updatedAt')
      verify('PROD-50', after).isLaterIn('updatedAt', former, { where: showsSeconds(former) })
      verify('PROD-50', after).isDatedNow('updatedAt', { where: !isDatedAhead(before) })
      verify('PROD-50', after).agreesWith(before.json, { kind: 'product', only: ['createdAt', 'createdBy'] })
    },
  )

/** Clocks of several machines may differ by less. */
const clocksApart = 250
/** Milliseconds after the start, so that a product is created late in one second at least: one of two times may be kept without its fraction. */
const partsOfASecond = [0, 500]

scenario(
  'a change of a product never moves updatedAt back',
  { verifies: ['PROD-50'], needs },
  async ({ given, verify }) => {
    const start = Date.now()
    await each(partsOfASecond, async (later) => {
      await pause(Math.max(0, start + later - Date.now()))
      const { id } = await given.product({}, { isNew: true })
      // lawful: an answer to a write shows more of a second than the store keeps, so that reads are compared
      const before = await given.readProduct(id)
      given.requireSuccess(await given.update(id, { name: given.name() }), 'PROD-41')
      const after = await given.readProduct(id)
      const [former, present] = [instantOf(timeOf(before)), instantOf(timeOf(after))]
      assume(former !== undefined && present !== undefined)
      verify('PROD-50', after).that({
        claim: 'a change does not move updatedAt back',
        holds: present.milliseconds >= former.milliseconds - clocksApart,
        expected: `not before ${asText(timeOf(before))}`,
        received: asText(timeOf(after)),
        criterion: { kind: 'not back', field: 'updatedAt', toleranceMs: clocksApart },
        hint: 'timestamp precision: updates seem to store whole seconds and creations fractions',
      })
    })
  },
)

/** Who changes a product one after the other; the last one is to be shown. */
const changedBy = [
  { who: 'another key', turns: [as], lastUser: 'them' },
  { who: 'another key and then by its creator', turns: [as, 'own'], lastUser: 'me' },
] as const

for (const { who, turns, lastUser } of changedBy)
  scenario(
    `a change of a product by ${who} sets updatedBy to the user of the last key`,
    { verifies: ['PROD-14'], needs: byOthers },
    async ({ given, session, verify }) => {
      const theirs = await session.shared('product of another key', () => given.product({}, { as }))
      const mine = await given.product()
      const users = { me: userIn(mine.exchange, 'createdBy'), them: userIn(theirs.exchange, 'createdBy') }
      const answers = await inTurn(turns, async (turn) =>
        given.requireSuccess(await given.update(mine.id, { name: given.name() }, { as: turn }), 'AUTH-23'),
      )
      const read = await given.readProduct(mine.id)
      const [last, shown] = [users[lastUser], userIn(read, 'updatedBy')]
      // lawful: a job signs what it touches, after the answer has named who wrote
      const isSignedByJob =
        userIn(answers.at(-1) ?? read, 'updatedBy') === last && !Object.values(users).includes(shown)
      // lawful: both keys may stand for one user, and then nothing is told apart
      const areKnown = Object.values(users).every((user) => typeof user === 'string')
      const areTwo = areKnown && (users.me !== users.them || shown !== last)
      assume(areTwo, 'the target showed both keys of the organization as one user')
      verify('PROD-14', read).shows({ updatedBy: { id: last } }, { where: !isSignedByJob })
    },
  )

/** The id of a user, and nothing else: addresses of pictures may be signed again each time. */
function userIn({ json }: Exchange, field: 'createdBy' | 'updatedBy' | 'owner'): unknown {
  const user = isRecord(json) ? json[field] : undefined
  return isRecord(user) ? user['id'] : user
}
