import type { Exchange, Fields, Identity, MadeItem, RequirementId, Sources } from '#suite'
import { another, namesIn } from '../shared/namesakes.ts'

/** One thing that happens to an item that is there, or around it. */
export interface ItemWrite {
  /** As in: `after ${name}`. */
  readonly name: string
  /** Which of two users of the organization sends it. */
  readonly actor: Identity
  /** The requirement that a rejection breaks; left out if the contract shows no such request, and a rejection is lawful. */
  readonly by?: RequirementId
  /** Documented fields that it may change. */
  readonly changes: readonly string[]
  /** It leaves a part number behind that cannot be removed. */
  readonly trace?: true
  /** The item has a part number before. */
  readonly isNumbered?: true
  /** What it needs beside a key that may write. */
  readonly needs?: 'control:publish-version'
  readonly send: (sources: Sources, item: MadeItem, as: Identity) => Promise<Exchange | undefined>
}

type Body = (given: Sources['given'], item: MadeItem) => Fields

function update(write: Omit<ItemWrite, 'send'>, body: Body): ItemWrite {
  return {
    ...write,
    send: ({ api, given }, item, as) =>
      api.send('updateItem', { path: { item_id: item.id }, json: body(given, item), as }),
  }
}

/** Names may have been learned in more than one spelling, of which the target reads one. */
function newName(given: Sources['given'], { body }: MadeItem): Fields {
  return Object.fromEntries(Object.keys(namesIn(body)).map((field) => [field, given.name()]))
}

const deletionBeside: ItemWrite = {
  name: 'the deletion of another item of the same product',
  actor: 'same-organization',
  by: 'ITEM-07',
  changes: [],
  send: async ({ given }, { product }, as) => {
    const beside = await given.item({ product })
    return given.remove('item', beside.id, { as })
  },
}

/** Each field alone, and what is done around an item. */
export const itemWrites: readonly ItemWrite[] = [
  update(
    { name: 'a new description', actor: 'same-organization', by: 'ITEM-06', changes: ['description'] },
    (given) => ({ description: given.name() }),
  ),
  {
    name: 'two new descriptions',
    actor: 'own',
    by: 'ITEM-06',
    changes: ['description'],
    send: async ({ api, given }, { id }, as) => {
      const describe = () => api.send('updateItem', { path: { item_id: id }, json: { description: given.name() }, as })
      given.requireSuccess(await describe(), 'ITEM-06')
      return describe()
    },
  },
  update({ name: 'an empty update', actor: 'same-organization', changes: [] }, () => ({})),
  update({ name: 'a new name', actor: 'own', changes: [] }, newName),
  // lawful: a number that is rejected, for a rule of its format or because the item has got one by itself
  update(
    { name: 'an assignment of a part number', actor: 'same-organization', changes: ['part_number'], trace: true },
    (given) => ({ part_number: given.partNumber() }),
  ),
  {
    name: 'the creation of another item of the same product',
    actor: 'own',
    by: 'ITEM-03',
    changes: [],
    send: async ({ given }, { product }, as) => (await given.item({ product, as })).exchange,
  },
  {
    name: 'an update of another item with its name',
    actor: 'same-organization',
    changes: [],
    send: async ({ api, given }, { product, body }, as) => {
      const beside = await another(given.item({ product, fields: namesIn(body) }))
      return api.send('updateItem', { path: { item_id: beside.id }, json: { description: given.name() }, as })
    },
  },
  {
    name: 'the creation of a property in the item',
    actor: 'own',
    by: 'PROP-29',
    changes: [],
    send: async ({ given }, item, as) => (await given.property('text', { item, as })).exchange,
  },
  deletionBeside,
  {
    ...deletionBeside,
    name: 'the deletion of another item of its product while it has a part number',
    actor: 'own',
    isNumbered: true,
    trace: true,
  },
  {
    name: 'the removal of the part number',
    actor: 'own',
    changes: ['part_number'],
    trace: true,
    send: async ({ api, given }, { id }, as) => {
      const change = (part_number: string | null): Promise<Exchange> =>
        api.send('updateItem', { path: { item_id: id }, json: { part_number }, as })
      await change(given.partNumber())
      return change(null)
    },
  },
  {
    name: 'the publication of the product',
    actor: 'same-organization',
    changes: [],
    needs: 'control:publish-version',
    send: async ({ session }, { product }) => {
      await session.controls.publishVersion(product.id)
      return undefined
    },
  },
]
