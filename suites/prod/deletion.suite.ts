import { assume, each, inTurn, propertyTypes, scenario, shownId, succeeded } from '#suite'
import type { CheckContext, Exchange, MadeProduct } from '#suite'
import {
  deleteProduct,
  deletedContent,
  deletedProduct,
  contentOfDeletedProduct,
  untilGone,
} from './deleted-products.ts'
import { listItemsOf } from '../shared/list-items-of.ts'
import { isNamed, namesIn } from '../shared/names-in.ts'

// `deletedProduct` creates a product, reads it and sends DELETE, once per session; `contentOfDeletedProduct` does so with one that has two items,
// properties of each type and files.

const needs = ['write'] as const
/** Products that are deleted, by what is in them. */
const deleted: ReadonlyArray<{
  readonly what: string
  readonly needs: ReadonlyArray<'write' | 'trace' | 'control:publish-version'>
  readonly answer: (context: CheckContext<'PROD-52'>) => Promise<Exchange>
}> = [
  { what: 'nothing in it', needs, answer: async (context) => (await deletedProduct(context)).answer },
  { what: 'items, properties and files', needs, answer: async (context) => (await deletedContent(context)).answer },
  {
    what: 'a part number',
    needs: ['write', 'trace'],
    answer: async ({ given }) => given.remove('product', (await given.productWithPartNumber()).id),
  },
  {
    what: 'a version that is its baseline',
    needs: ['write', 'control:publish-version'],
    answer: async (context) => context.given.remove('product', (await publishedProduct(context)).id),
  },
]

/** A product with an item and a version that is its baseline. */
async function publishedProduct({ given }: Pick<CheckContext, 'given'>): Promise<MadeProduct> {
  const { item } = await given.property('text')
  const { version } = await given.publish(item)
  given.requireSuccess(await given.chooseBaseline(item.product.id, version), 'PROD-48')
  return item.product
}

for (const { what, needs: needed, answer: answerOf } of deleted)
  scenario(
    `deleting a product with ${what} is answered with a success status`,
    { verifies: ['PROD-52'], needs: needed },
    async (context) => {
      const answer = await answerOf(context)
      context.verify('PROD-52', answer).isAccepted()
      context.observe('PROD-52', 'answer to a deletion', `${answer.status} ${bodyOf(answer)}`)
    },
  )

function bodyOf({ bodyBytes }: Exchange): string {
  return bodyBytes === 0 ? 'without a body' : 'with a body'
}

scenario('the items of a deleted product no longer exist', { verifies: ['PROD-54'], needs }, async (context) => {
  const { api, given, observe, verify } = context
  const { items, itemRightAfter } = await contentOfDeletedProduct(context)
  observe('GEN-06', 'an item right after its product was deleted', itemRightAfter.status)
  const reads = await inTurn(items, ({ id }) => untilGone(given, () => given.read('item', id)))
  verify('PROD-54', reads).hasStatus(404)
  const list = await given.eventually(
    () => api.send('listItems', { query: { limit: 200 } }),
    (page) => items.every((item) => !given.lists(page, item)),
  )
  // lawful: a list of all items may be refused
  assume(list.status === 200)
  await each(items, async ({ id }) => verify('PROD-54', list).omits(id, 'a list after the deletion of the product'))
})

scenario('all of many items of a deleted product are deleted', { verifies: ['PROD-54'], needs }, async (context) => {
  const { api, given, verify } = context
  const product = await given.emptyProduct()
  // More than what one page of a careless deletion holds.
  const json = await given.itemBulk(product, 51)
  const answer = await api.send('createItemsInBulk', { json })
  assume(succeeded(answer), 'the target did not create 51 items in one request')
  // The list tells which were made: the contract does not show the answer to a bulk.
  const { entries } = await listItemsOf(context, product)
  const made = entries.filter((entry) => isNamed(entry, namesIn(json, context)))
  const tried = [made[0], made[25], made[50]].filter((entry) => entry !== undefined).map((entry) => shownId(entry))
  assume(tried.length === 3, 'the target did not list 51 items that one request created')
  await deleteProduct(given, product.id)
  const reads = await inTurn(tried, (id) => untilGone(given, () => given.read('item', id)))
  verify('PROD-54', reads).hasStatus(404)
})

for (const type of propertyTypes)
  scenario(
    `a ${type} property of a deleted product no longer exists`,
    { verifies: ['PROD-55'], needs },
    async (context) => {
      const { given, verify } = context
      const id = (await contentOfDeletedProduct(context)).properties.get(type)?.id
      assume(id !== undefined, `the target did not create a ${type} property`)
      const reads = await inTurn([{}, { type }], (query) =>
        untilGone(given, () => given.read('property', id, { query })),
      )
      verify('PROD-55', reads).hasStatus(404)
    },
  )

scenario(
  'all of many properties of a deleted product are deleted',
  { verifies: ['PROD-55'], needs },
  async (context) => {
    const { given, verify } = context
    const { manyProperties } = await contentOfDeletedProduct(context)
    const tried = [manyProperties[0], manyProperties[25], manyProperties[50]].filter((id) => id !== undefined)
    assume(tried.length === 3, 'the target did not create 51 properties in one request')
    const reads = await inTurn(tried, (id) => untilGone(given, () => given.read('property', id)))
    verify('PROD-55', reads).hasStatus(404, {
      hint: 'partial cascade: the deletion seems to read only the first page of child records',
    })
  },
)

scenario(
  'a deleted property of a deleted product is no longer shown',
  { verifies: ['PROD-55'], needs },
  async (context) => {
    const { given, verify } = context
    const { deletedBefore: id } = await contentOfDeletedProduct(context)
    assume(id !== undefined, 'the target did not show a deleted property by its id')
    const read = await untilGone(given, () => given.read('property', id))
    verify('PROD-55', read).hasStatus(404, {
      hint: 'partial cascade: the deletion seems to skip soft-deleted properties',
    })
  },
)

type Read = () => Promise<Exchange>

/**
 * A property that was published with its item before their product was deleted, and reads of both by their ids in the draft and in the
 * version: those that were answered with 200 before.
 */
function deletedPublished({ given, session }: Pick<CheckContext, 'given' | 'session'>) {
  return session.shared('published property of a deleted product', async () => {
    const { id, item } = await given.property('text')
    const { version } = await session.controls.publishVersion(item.product.id)
    const published = given.entriesOf(await given.listProperties(item.id, { query: { version } }))
    const itemIds = [item.id, ...published.map((entry) => shownId(entry, 'item_id'))].slice(0, 3)
    const ids = [id, ...published.map((entry) => shownId(entry))].slice(0, 3)
    const readsOfItem = [...new Set(itemIds)].map((one) => () => given.read('item', one))
    const readsOfProperty = ids.flatMap((one) =>
      [{}, { version }].map((query) => () => given.read('property', one, { query })),
    )
    const reads = { ofItem: await answeredWith200(readsOfItem), ofProperty: await answeredWith200(readsOfProperty) }
    await deleteProduct(given, item.product.id)
    return reads
  })
}

async function answeredWith200(reads: readonly Read[]): Promise<readonly Read[]> {
  const answers = await Promise.all(reads.map((read) => read()))
  return reads.filter((_, index) => answers[index]?.status === 200)
}

for (const { what, id, of } of [
  { what: 'item', id: 'PROD-54', of: 'ofItem' },
  { what: 'property', id: 'PROD-55', of: 'ofProperty' },
] as const)
  scenario(
    `a published ${what} of a deleted product no longer exists, in the draft and in the version`,
    { verifies: [id], needs: [...needs, 'control:publish-version'] },
    async (context) => {
      const { given, verify } = context
      const reads = (await deletedPublished(context))[of]
      const hint = 'partial cascade: the versions of the product seem to stay'
      await each(reads, async (read) => verify(id, await untilGone(given, read)).hasStatus(404, { hint }))
    },
  )

scenario('a second deletion is answered with 404', { verifies: ['PROD-57'], needs }, async (context) => {
  const { given, verify } = context
  const { id, answer } = await deletedProduct(context)
  given.requireSuccess(answer, 'PROD-52')
  await untilGone(given, () => given.read('product', id))
  verify('PROD-57', await given.remove('product', id)).hasStatus(404)
})
