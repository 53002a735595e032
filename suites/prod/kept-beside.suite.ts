import { assume, each, fieldOf, pick, sameId, scenario, succeeded } from '#suite'
import type { CheckContext, Exchange, MadeFile, MadeProduct, MadeProperty } from '#suite'
import { deleteProduct, linksInto, untilGone } from './deleted-products.ts'
import { settable } from '../shared/set-by-the-service.ts'
import { findProduct, isConclusive } from '../shared/find-product.ts'

const needs = ['write'] as const

// `neighboursOfDeletedProduct` makes a product and others that resemble it, each with its contents, and sends DELETE of the first, once per session.

interface Neighbours {
  /** Three products: one with the same name, one with nearly the same readable_id, one in another workspace with both. */
  readonly products: readonly MadeProduct[]
  /** In another product, in an item with the same name. */
  readonly property: MadeProperty
  readonly files: ReadonlyArray<{ readonly file: MadeFile; readonly before: Exchange }>
}

/** Deletes a product with an item, a property and files, and returns records of other products that have something in common with it. */
function neighboursOfDeletedProduct({ given, session }: Pick<CheckContext, 'given' | 'session'>): Promise<Neighbours> {
  return session.shared('what is kept when a product is deleted', async () => {
    const gone = await given.product({ description: 'described' })
    const { name, readable_id, description = '' } = gone.body
    const there = (await given.writableWorkspaces()).find((id) => !sameId(id, gone.workspaceId))
    const products = [
      await given.product({ name, description, workspace_id: gone.workspaceId }),
      await given.product({ readable_id: `${readable_id}_2`, workspace_id: gone.workspaceId }),
      ...(there === undefined ? [] : [await given.product({ readable_id, name, workspace_id: there })]),
    ]
    const within = await given.property('text', { item: await given.item({ product: gone }) })
    const item = await given.item({ fields: pick(within.item.body, ['name']) })
    const property = await given.property('text', { item, fields: pick(within.body, ['name']) })
    for (const { id } of [within, within.item]) await given.file(id)
    const files = []
    for (const { id } of [property, item]) {
      const file = await given.file(id)
      files.push({ file, before: await given.fileRecord(file.id) })
    }
    await deleteProduct(given, gone.id)
    await untilGone(given, () => given.read('product', gone.id))
    await untilGone(given, () => given.read('property', within.id))
    return { products, property, files }
  })
}

scenario(
  'deleting a product keeps the products that share a field with it',
  { verifies: ['PROD-58'], needs },
  async (context) => {
    const { given, verify } = context
    const { products } = await neighboursOfDeletedProduct(context)
    await each(products, async ({ id, workspaceId, body, exchange: made }) => {
      const read = await given.read('product', id)
      verify('PROD-58', read).hasStatus(200)
      // lawful: work that is done shortly after the creation
      const except = ['updatedAt', 'updatedBy', ...settable(made)]
      verify('PROD-58', read).agreesWith(made.json, { kind: 'product', except })
      const found = await findProduct(given, { id, workspaceId }, body.name)
      verify('PROD-58', found.exchange).lists(id, { where: isConclusive(found, id) })
    })
  },
)

scenario(
  'deleting a product keeps an item of another product with the same name as one of its own',
  { verifies: ['PROD-58'], needs },
  async (context) => {
    const { given, verify } = context
    const { property } = await neighboursOfDeletedProduct(context)
    // lawful: a store that shows a new item a moment later, which is blamed on GEN-06 alone
    const item = await given.eventually(() => given.read('item', property.item.id), succeeded)
    verify('PROD-58', item).hasStatus(200)
    verify('PROD-58', await given.eventually(() => given.read('property', property.id), succeeded)).hasStatus(200)
  },
)

// Alone: a deployment that deletes too much would also delete what a check beside it has just created, and block it.
scenario(
  'while nothing else is deleted, deleting a product keeps the contents of another',
  { verifies: ['PROD-58'], needs, serial: true },
  async ({ given, verify }) => {
    const gone = await given.product({ description: 'to be deleted' })
    const within = await given.property('text', { item: await given.item({ product: gone }) })
    const fields = pick(within.item.body, ['name'])
    const item = await given.item({ product: await given.product({ description: 'to be kept' }), fields })
    const property = await given.property('text', { item })
    await deleteProduct(given, gone.id)
    await untilGone(given, () => given.read('product', gone.id))
    verify('PROD-58', await given.eventually(() => given.read('item', item.id), succeeded)).hasStatus(200)
    verify('PROD-58', await given.eventually(() => given.read('property', property.id), succeeded)).hasStatus(200)
  },
)

scenario(
  'deleting a product keeps the files of other products and their links',
  { verifies: ['PROD-58'], needs },
  async (context) => {
    const { given, verify } = context
    const { property, files } = await neighboursOfDeletedProduct(context)
    const { id: productId } = property.item.product
    await each(files, async ({ file, before }) => {
      const read = await given.read('file', file.id)
      verify('PROD-58', read).hasStatus(200)
      assume(linksInto(before, productId))
      verify('PROD-58', read).shows({ used_in: fieldOf(before, 'used_in') })
    })
  },
)
