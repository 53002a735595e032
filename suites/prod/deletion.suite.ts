import { isRecord, pick, propertyTypes, scenario, type Api, type Exchange, type Given } from '#suite'
import { isMarkedDeleted } from '../prop/is-marked-deleted.ts'

const needs = ['write'] as const
// What is gone is answered like what never was: where that answer is wrong by itself, or an id comes again, deletion is not to blame.
const causedBy = ['PROD-53', 'ERR-08', 'ERR-09'] as const
const explainedByUnknown = ['ERR-07', 'GEN-05'] as const

/** Deletes a product of this run; blocked where that is refused. */
async function deleteIt({ api, given }: { readonly api: Api; readonly given: Given }, id: string): Promise<Exchange> {
  return given.requireSuccess(await api.send('deleteProduct', { path: { product_id: id } }), 'PROD-52')
}

scenario(
  'a deletion is answered with a success',
  { verifies: ['PROD-52'], needs },
  async ({ api, given, observe, verify }) => {
    const { id } = await given.product({ description: 'described' })
    const answer = await api.send('deleteProduct', { path: { product_id: id } })
    verify('PROD-52', answer).isAccepted()
    observe('PROD-52', 'answer to a deletion', `${answer.status} ${answer.bodyBytes === 0 ? 'without' : 'with'} a body`)
  },
)

scenario(
  'a product with items, properties and files is deleted',
  { verifies: ['PROD-52'], needs },
  async ({ api, given, verify }) => {
    const { item } = await given.property('text')
    await given.file(item.id)
    verify('PROD-52', await api.send('deleteProduct', { path: { product_id: item.product.id } })).isAccepted()
  },
)

scenario(
  'a product with a part number is deleted',
  { verifies: ['PROD-52'], needs: ['write', 'trace'] },
  async ({ api, given, verify }) => {
    const { id } = await given.productWithPartNumber()
    verify('PROD-52', await api.send('deleteProduct', { path: { product_id: id } })).isAccepted()
  },
)

scenario(
  'a deleted product is no longer there',
  { verifies: ['PROD-53'], needs, causedBy: explainedByUnknown },
  async ({ api, given, verify }) => {
    const product = await given.product()
    const path = { product_id: product.id }
    await given.readProduct(product.id)
    await deleteIt({ api, given }, product.id)
    verify('PROD-53', await api.send('getProduct', { path })).hasStatus(404)
    const { exchange } = await given.search(product.workspaceId, product.body.name)
    const unfiltered = await api.send('listProducts', { query: { q: product.body.name, limit: 200 } })
    const newest = await given.listProducts(product.workspaceId, { query: { limit: 200 } })
    for (const list of [exchange, unfiltered, newest])
      verify('PROD-53', list).that({
        claim: 'no list shows a deleted product',
        holds: !given.lists(list, product),
        expected: 'a list without the product',
        received: 'the product',
      })
    verify('PROD-53', await given.update(product.id, { name: given.name() })).hasStatus(404)
    verify('PROD-53', await api.send('getProduct', { path })).hasStatus(404)
  },
)

scenario(
  'the items of a deleted product are no longer there',
  { verifies: ['PROD-54'], needs, causedBy },
  async ({ api, given, verify }) => {
    const { id, product } = await given.item()
    const { id: second } = await given.item({ product })
    given.requireSuccess(await api.send('getItem', { path: { item_id: id } }), 'ITEM-05')
    await deleteIt({ api, given }, product.id)
    for (const item_id of [id, second])
      verify('PROD-54', await api.send('getItem', { path: { item_id } })).hasStatus(404)
    const list = await api.send('listItems', { query: { limit: 200 } })
    verify('PROD-54', list).that({
      claim: 'no list shows an item of a deleted product',
      holds: !given.lists(list, { id }),
      expected: 'a list without the item',
      received: 'the item',
    })
  },
)

scenario(
  'none of many items of a deleted product is there any longer',
  { verifies: ['PROD-54'], needs, causedBy: [...causedBy, 'BULK-01', 'PAGE-04'] },
  async (context) => {
    const { api, given, verify } = context
    const product = await given.product()
    // More than what one page of a careless deletion holds.
    const answer = await api.send('createItemsInBulk', { json: await given.itemBulk(product, 51) })
    const ids = given.entriesOf(answer).flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
    const tried = [ids[0], ids[25], ids[50]].filter((id) => id !== undefined)
    if (answer.status >= 300 || tried.length < 3)
      return given.untestable({
        reason: 'capability-absent',
        cause: 'the target shows no 51 items of one bulk creation',
      })
    await deleteIt({ api, given }, product.id)
    for (const item_id of tried) verify('PROD-54', await api.send('getItem', { path: { item_id } })).hasStatus(404)
  },
)

for (const type of propertyTypes)
  scenario(
    `a ${type} property of a deleted product is no longer there`,
    { verifies: ['PROD-55'], needs, causedBy },
    async ({ api, given, verify }) => {
      const { id, item } = await given.property(type)
      const path = { property_id: id }
      given.requireSuccess(await api.send('getProperty', { path }), 'PROP-27')
      await deleteIt({ api, given }, item.product.id)
      verify('PROD-55', await api.send('getProperty', { path })).hasStatus(404)
      verify('PROD-55', await api.send('getProperty', { path, query: { type } })).hasStatus(404)
    },
  )

scenario(
  'a deleted property of a deleted product is no longer shown',
  { verifies: ['PROD-55'], needs, causedBy },
  async ({ api, given, verify }) => {
    const { id, item } = await given.property('text')
    const path = { property_id: id }
    given.requireSuccess(await api.send('deleteProperty', { path }), 'PROP-34')
    if (!isMarkedDeleted(await api.send('getProperty', { path })))
      given.untestable({ reason: 'capability-absent', cause: 'a deleted property that is still shown by id' })
    await deleteIt({ api, given }, item.product.id)
    verify('PROD-55', await api.send('getProperty', { path })).hasStatus(404, 'the deleted may be passed over')
  },
)

for (const target of ['item', 'property'] as const)
  scenario(
    `a file on ${target === 'item' ? 'an item' : 'a property'} of a deleted product loses that link`,
    { verifies: ['PROD-56'], needs, causedBy: [...causedBy, 'ERR-10'] },
    async ({ api, given, observe, verify }) => {
      const property = target === 'property' ? await given.property('text') : undefined
      const item = property?.item ?? (await given.item())
      const file = await given.file(property?.id ?? item.id)
      const path = { file_id: file.id }
      given.requireSuccess(await api.send('getFile', { path }), 'FILE-09')
      await deleteIt({ api, given }, item.product.id)
      const read = await api.send('getFile', { path })
      observe('PROD-56', 'file of a deleted product', read.status)
      verify('PROD-56', read).that({
        claim: 'a file has no link into a deleted product',
        holds: read.status === 404 || (read.status === 200 && !linksInto(read, item.product.id)),
        expected: '404, or the file without that link',
        received: `${read.status}${linksInto(read, item.product.id) ? ' with the link' : ''}`,
      })
    },
  )

scenario(
  'what was published of a deleted product is no longer there',
  {
    verifies: ['PROD-54', 'PROD-55'],
    needs: [...needs, 'control:publish-version'],
    causedBy: [...causedBy, 'VER-02'],
  },
  async (context) => {
    const { api, given, session, verify } = context
    const { id, item } = await given.property('text')
    const { version } = await session.controls.publishVersion(item.product.id)
    const published = await given.listProperties(item.id, { query: { version } })
    const ids = [id, ...given.entriesOf(published).map((entry) => String(entry['id']))].slice(0, 3)
    const queries = [{}, { version }]
    const asked = ids.flatMap((property_id) => queries.map((query) => ({ path: { property_id }, query })))
    const shown = []
    for (const one of asked) if ((await api.send('getProperty', one)).status === 200) shown.push(one)
    const itemIds = [...new Set(given.entriesOf(published).map((entry) => String(entry['item_id'])))].slice(0, 2)
    const paths = itemIds.map((item_id) => ({ path: { item_id } }))
    const items = []
    for (const one of paths) if ((await api.send('getItem', one)).status === 200) items.push(one)
    await deleteIt({ api, given }, item.product.id)
    for (const one of items)
      verify('PROD-54', await api.send('getItem', one)).hasStatus(404, 'versions may outlive their product')
    for (const one of shown)
      verify('PROD-55', await api.send('getProperty', one)).hasStatus(404, 'versions may outlive their product')
  },
)

scenario(
  'a second deletion is answered with 404',
  { verifies: ['PROD-57'], needs, causedBy },
  async ({ api, given, verify }) => {
    const { id } = await given.product()
    await deleteIt({ api, given }, id)
    verify('PROD-57', await api.send('deleteProduct', { path: { product_id: id } })).hasStatus(404)
  },
)

scenario(
  'products that have something in common with a deleted one stay',
  { verifies: ['PROD-58'], needs, causedBy: ['PROD-36'] },
  async ({ api, given, verify }) => {
    const workspaces = await given.workspaces()
    const product = await given.product({ description: 'described' })
    const { name, readable_id, description = '' } = product.body
    const there = workspaces.find((id) => id.toLowerCase() !== product.workspaceId.toLowerCase())
    const others = [
      await given.product({ name, description, workspace_id: product.workspaceId }),
      await given.product({ readable_id: `${readable_id}_2`, workspace_id: product.workspaceId }),
      ...(there === undefined ? [] : [await given.product({ readable_id, name, workspace_id: there })]),
    ]
    await deleteIt({ api, given }, product.id)
    for (const { id, body } of others) {
      const read = await api.send('getProduct', { path: { product_id: id } })
      verify('PROD-58', read).hasStatus(200)
      const { ids, exchange, complete } = await given.search(body.workspace_id, body.name)
      verify('PROD-58', exchange).that({
        claim: 'a product is still listed after another one was deleted',
        holds: ids.includes(id.toLowerCase()) || !complete,
        expected: 'the product in its list',
        received: 'a list without it',
      })
    }
  },
)

scenario('what other products have in them stays', { verifies: ['PROD-58'], needs }, async ({ api, given, verify }) => {
  const kept = await given.property('text')
  const files = [await given.file(kept.item.id), await given.file(kept.id)]
  const before = await Promise.all(files.map(({ id }) => given.fileRecord(id)))
  const gone = await given.property('text', { item: await given.item() })
  await given.file(gone.item.id)
  await given.file(gone.id)
  await deleteIt({ api, given }, gone.item.product.id)
  verify('PROD-58', await api.send('getItem', { path: { item_id: kept.item.id } })).hasStatus(200)
  verify('PROD-58', await api.send('getProperty', { path: { property_id: kept.id } })).hasStatus(200)
  for (const [index, { id }] of files.entries()) {
    const read = await api.send('getFile', { path: { file_id: id } })
    verify('PROD-58', read).hasStatus(200)
    const earlier = before[index]
    if (earlier === undefined || !linksInto(earlier, kept.item.product.id)) continue
    verify('PROD-58', read).that({
      claim: 'a file keeps its link into a product that stays',
      holds: linksInto(read, kept.item.product.id),
      expected: 'the link that was there before the deletion',
      received: 'a record without it',
    })
  }
})

scenario(
  'an item that has the name of one of a deleted product stays, with what is in it',
  { verifies: ['PROD-58'], needs },
  async ({ api, given, verify }) => {
    const gone = await given.property('text')
    const kept = await given.item({ fields: pick(gone.item.body, ['name']) })
    const property = await given.property('text', { item: kept, fields: pick(gone.body, ['name']) })
    await deleteIt({ api, given }, gone.item.product.id)
    verify('PROD-58', await api.send('getItem', { path: { item_id: kept.id } })).hasStatus(200)
    verify('PROD-58', await api.send('getProperty', { path: { property_id: property.id } })).hasStatus(200)
  },
)

function linksInto(read: Exchange, productId: string): boolean {
  const usages = isRecord(read.json) ? read.json['used_in'] : undefined
  if (!Array.isArray(usages)) return false
  return usages.some(
    (usage) => isRecord(usage) && String(usage['product_id']).toLowerCase() === productId.toLowerCase(),
  )
}
