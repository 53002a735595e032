import {
  assume,
  blocked,
  each,
  normalizedText,
  fieldOf,
  idsOf,
  inferShape,
  inTurn,
  sameId,
  scenario,
  succeeded,
} from '#suite'
import type { Exchange, Given, MadeItem, MadeProduct, Sources } from '#suite'
import { itemsOfExisting } from '../shared/existing-things.ts'
import { sharedItem, sharedProduct } from '../shared/shared-place.ts'
import { insteadOf } from '../shared/obstacle.ts'
import { listItemsOf, type ListedItems } from '../shared/list-items-of.ts'

const write = ['write'] as const
scenario('items are listed', { verifies: ['ITEM-01', 'ITEM-13'] }, async ({ api, given, observe, session, verify }) => {
  const place = { workspaceId: await given.workspace() }
  const answer = await api.send('listItems', { query: await session.dialect.listQuery('listItems', place) })
  verify('ITEM-01', answer).hasStatus(200)
  const entries = given.entriesOf(given.requireSuccess(answer, 'ITEM-01'))
  // Where the run makes items, those of its own tell more, and are the same every time.
  assume(entries.length > 0 && session.configuration.mode === 'read-only')
  observe('ITEM-13', 'record of a listed item', inferShape(entries))
})

scenario('a created item is listed', { verifies: ['ITEM-09'], needs: write }, async (context) => {
  // The only item of its product: a list may be empty before there are two.
  const { id, product } = await context.given.item()
  const isListed = ({ ids }: ListedItems): boolean => ids.includes(id.toLowerCase())
  // lawful: an index of lists may lag, which is blamed on GEN-06 alone
  const listed = await context.given.eventually(() => listItemsOf(context, product), isListed)
  assume(isListed(listed) || listed.complete)
  context.verify('ITEM-09', listed.answer).lists(id, { among: listed.entries })
})

scenario(
  'the item list shows a description as it was sent',
  { verifies: ['ITEM-12'], needs: write },
  async (context) => {
    const { given, verify } = context
    const description = '<b>&amp;</b> "quoted" e\u0301 \u212b\n\tnext'
    const { id, product } = await given.item({
      product: await sharedProduct(context, 'created items'),
      fields: { description },
    })
    const read = given.requireSuccess(await given.read('item', id), 'ITEM-05')
    // Where the record has it otherwise, that is another check's concern.
    const isShown = normalizedText(fieldOf(read, 'description')) === normalizedText(description)
    assume(isShown, blocked('ITEM-12', 'the item showed a different description from the one that was sent'))
    const { answer, entries } = await listItemsOf(context, product)
    const entry = entries.find((one) => sameId(one['id'], id))
    // lawful: entries may carry a description, and need not
    assume(entry?.['description'] !== undefined)
    verify('ITEM-12', answer).shows({ description }, { in: entry, beside: [read] })
  },
)

const noProductParameter = 'the list of items had no product parameter'

/** The list of an item's product, once it shows the item, or is late beyond reason. */
async function listAround({ api, given, session }: Sources, item: MadeItem): Promise<Exchange> {
  const { id: productId, workspaceId } = item.product
  const query = await session.dialect.listQuery('listItems', { productId, workspaceId })
  const list = await given.eventually(
    () => api.send('listItems', { query: { ...query, limit: 100, offset: 0 } }),
    (answer) => given.lists(answer, item),
  )
  return given.requireSuccess(list, 'ITEM-01')
}

/** Another product of one name, and of one readable id if there is another workspace for it: what is listed is known by the id. */
async function namesakeOf({ workspaceId, body }: MadeProduct, given: Given): Promise<MadeProduct> {
  const { name, readable_id: readableId } = body
  const elsewhere = (await given.workspaces()).find((id) => !sameId(id, workspaceId))
  const place = elsewhere === undefined ? {} : { workspace_id: elsewhere, readable_id: readableId }
  // lawful: names that are unique, and a workspace in which the key may create nothing
  return given.product({ name, ...place }).catch(insteadOf(() => given.product()))
}

scenario(
  'the item list of a product shows its own items only',
  { verifies: ['ITEM-09', 'ITEM-14'], needs: write },
  async (context) => {
    const { given, session, verify } = context
    const one = await sharedItem(context, 'control requests')
    const other = await given.item({ product: await namesakeOf(one.product, given) })
    assume((await session.dialect.productParameter(one.product.id)) !== undefined, noProductParameter)
    const [here, there] = [await listAround(context, one), await listAround(context, other)]
    verify('ITEM-14', here).lists(one.id)
    verify('ITEM-14', here).omits(other.id)
    verify('ITEM-09', there).lists(other.id, 'the list of a new product')
    verify('ITEM-14', there).omits(one.id, 'the list of a new product')
  },
)

/** The lists of the first products, those that show items. */
async function listsByProduct(sources: Sources): Promise<readonly Exchange[]> {
  const products = (await sources.given.existingProducts()).slice(0, 8)
  const lists = await inTurn(products, (product) => itemsOfExisting(sources, product))
  // Somebody may delete the product just now: what is rejected shows no items.
  return lists.filter((list) => succeeded(list) && itemIds(list).length > 0)
}

function itemIds(list: Exchange): readonly string[] {
  return idsOf(list).filter((id) => id !== '')
}

scenario(
  'the item lists of two existing products have no item in common',
  { verifies: ['ITEM-14'] },
  async (context) => {
    const { session, verify } = context
    assume((await session.dialect.productParameter()) !== undefined, noProductParameter)
    const lists = await listsByProduct(context)
    await each(lists.slice(1), async (list, index) => {
      const earlier = lists.slice(0, index + 1)
      verify('ITEM-14', list).omits(earlier.flatMap(itemIds), { beside: earlier })
    })
  },
)
