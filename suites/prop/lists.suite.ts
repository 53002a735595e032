import { assume, each, scenario } from '#suite'
import type { Exchange, Given, MadeItem, MadeProperty, Sources } from '#suite'
import { namesIn } from '../shared/namesakes.ts'
import { secondItem, sharedItem } from '../shared/shared-place.ts'
import { requireNotDeletedMeanwhile, exampleProperty } from '../shared/example-property.ts'
import { insteadOf } from '../shared/obstacle.ts'

// `listWith` sends GET of a list with these parameters, once per session.

const limit = 100

/** Two items of one product, with properties in each. */
interface Neighbours {
  readonly one: MadeItem
  readonly two: MadeItem
  readonly ofOne: readonly MadeProperty[]
  readonly ofTwo: readonly MadeProperty[]
}

function neighbours(context: Sources): Promise<Neighbours> {
  return context.session.shared('items side by side with properties in each', async () => {
    const { given } = context
    const one = await sharedItem(context, 'its own list')
    // Of one name, if the target lets them be: a place is known by its id.
    const two = await given
      .item({ product: one.product, fields: namesIn(one.body) })
      .catch(insteadOf(() => secondItem(context, one)))
    const ofOne = [await given.property('text', { item: one }), await given.property('text', { item: one })]
    return { one, two, ofOne, ofTwo: [await given.property('text', { item: two })] }
  })
}

/** A list may be narrowed down in another place, where the item is forgotten. */
const narrowed = [
  { how: '', query: {}, isWhole: true },
  { how: ' by type', query: { type: 'text' }, isWhole: true },
  // What a list with deleted properties leaves out is the concern of PROP-24.
  { how: ' with includeDeleted', query: { includeDeleted: true }, isWhole: false },
] as const

/** The list of an item that has these properties. lawful: an index of lists may lag, and an item may come with properties of its own */
async function listWith(given: Given, properties: readonly MadeProperty[], query: object): Promise<Exchange> {
  const itemId = properties[0]?.item.id ?? ''
  const list = await given.eventually(
    () => given.listProperties(itemId, { query: { limit, ...query } }),
    (answer) => properties.every((property) => given.lists(answer, property)),
  )
  return given.requireSuccess(list, 'PROP-30')
}

for (const { how, query, isWhole } of narrowed)
  scenario(
    `the list of an item${how} shows its own properties and none of another item`,
    { verifies: ['PROP-19'], needs: ['write'] },
    async (context) => {
      const { given, verify } = context
      const { ofOne, ofTwo } = await neighbours(context)
      const sides = [
        { list: await listWith(given, ofOne, query), mine: ofOne, theirs: ofTwo },
        { list: await listWith(given, ofTwo, query), mine: ofTwo, theirs: ofOne },
      ]
      await each(sides, async ({ list, mine, theirs }) => {
        verify('PROP-19', list).lists(idsOf(mine), { where: isWhole })
        verify('PROP-19', list).omits(idsOf(theirs))
      })
    },
  )

function idsOf(properties: readonly MadeProperty[]): readonly string[] {
  return properties.map(({ id }) => id)
}

/** The lists of an item with deleted properties and without, read once for each item. */
async function listsOf({ given, session }: Sources, itemId: string): Promise<readonly [Exchange, Exchange]> {
  const list = (query: object) => given.listProperties(itemId, { query: { limit, ...query } })
  const included = await session.shared(`list of item ${itemId} with deleted`, () => list({ includeDeleted: true }))
  const plain = await session.shared(`list of item ${itemId}`, () => list({}))
  return [given.requireSuccess(included, 'PROP-24'), given.requireSuccess(plain, 'PROP-30')]
}

for (const type of ['text', 'numeric'] as const)
  scenario(
    `the list of an existing item shows its ${type} property, and properties of that item only`,
    { verifies: ['PROP-19'] },
    async (context) => {
      const { given, verify } = context
      const example = await exampleProperty(type, context)
      const { id, itemId } = example
      const [whole, answer] = await listsOf(context, itemId)
      verify('PROP-19', [answer, whole]).eachHas('item_id', [itemId], { mayBeMissing: true })
      assume(given.entriesOf(answer).length < limit)
      await requireNotDeletedMeanwhile(example, context, given.lists(answer, { id }))
      verify('PROP-19', answer).lists(id)
    },
  )
