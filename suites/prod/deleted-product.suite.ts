import { assume, each, scenario, type Given, type MadeProduct } from '#suite'
import { deletedProduct, untilGone } from './deleted-products.ts'

// `deletedProduct` creates a product, reads it and sends DELETE, once per session.

const needs = ['write'] as const
scenario(
  'a deleted product no longer exists, by id and in lists',
  { verifies: ['PROD-53'], needs },
  async (context) => {
    const { api, given, verify } = context
    const { id, body, workspaceId, answer } = await deletedProduct(context)
    given.requireSuccess(answer, 'PROD-52')
    const read = await untilGone(given, () => given.read('product', id))
    verify('PROD-53', read).differsIn('id', id, {
      mayRefuse: true,
      hint: 'deletion without effect: the handler seems to answer without deleting the record',
    })
    const reads = [
      async () => (await given.search(workspaceId, body.name)).exchange,
      () => api.send('listProducts', { query: { q: body.name, limit: 200 } }),
      () => given.listProducts(workspaceId, { query: { limit: 200 } }),
    ]
    await each(reads, async (list) => {
      const shown = await given.eventually(list, (page) => !given.lists(page, { id }))
      // lawful: a list that is not asked for a workspace may be refused
      assume(shown.status === 200)
      verify('PROD-53', shown).omits(id)
    })
  },
)

scenario(
  'a request about a deleted product is answered like one about an unknown product',
  { verifies: ['PROD-53'], needs },
  async (context) => {
    const { given, verify } = context
    const { id, answer } = await deletedProduct(context)
    given.requireSuccess(answer, 'PROD-52')
    verify('PROD-53', await untilGone(given, () => given.read('product', id))).hasStatus(404)
    const unknown = await given.update(given.unknownId(), { name: given.name() })
    const where = unknown.status === 404
    verify('PROD-53', await given.update(id, { name: given.name() })).hasStatus(404, { where })
    verify('PROD-53', await given.read('product', id)).hasStatus(404)
  },
)

/** What a product may have that is deleted: one that is spared for it is still there, whatever its deletion was answered. */
const having: ReadonlyArray<{
  readonly what: string
  readonly needs: ReadonlyArray<'write' | 'trace'>
  readonly createProduct: (given: Given) => Promise<MadeProduct>
}> = [
  { what: 'a part number', needs: ['write', 'trace'], createProduct: (given) => given.productWithPartNumber() },
  {
    what: 'a retired number',
    needs: ['write', 'trace'],
    createProduct: async (given) => (await given.retiredPartNumber()).formerly,
  },
  { what: 'a description', needs, createProduct: (given) => given.product({ description: 'described' }) },
  { what: 'an item', needs, createProduct: async (given) => (await given.item()).product },
]

for (const { what, needs: needed, createProduct } of having)
  scenario(
    `a deleted product with ${what} no longer exists`,
    { verifies: ['PROD-53'], needs: needed },
    async ({ given, verify }) => {
      const { id, body, workspaceId } = await createProduct(given)
      given.requireSuccess(await given.remove('product', id), 'PROD-52')
      verify('PROD-53', await untilGone(given, () => given.read('product', id))).hasStatus(404)
      const search = async () => (await given.search(workspaceId, body.name)).exchange
      const found = await given.eventually(search, (page) => !given.lists(page, { id }))
      verify('PROD-53', found).omits(id)
    },
  )
