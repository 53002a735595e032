import { fieldOf, isRecord, pick, propertyTypes, sameId, scenario, type Exchange, type Given } from '#suite'
import { isMarkedDeleted } from '../subjects/is-marked-deleted.ts'
import { findProduct } from '../subjects/find-product.ts'

const needs = ['write'] as const
// What is gone is answered like what never was: where that answer is wrong by itself, or an id comes again, deletion is not to blame.
const causedBy = ['PROD-53', 'ERR-08', 'ERR-09'] as const
const causedByUnknown = ['ERR-07', 'GEN-05'] as const

/** Deletes a product of this run; blocked where that is refused. */
async function deleteIt(given: Given, id: string): Promise<Exchange> {
  return given.requireSuccess(await given.remove('product', id), 'PROD-52')
}

/** Reads until it is gone, or late beyond reason. lawful: a cascade may be done shortly after the answer, as with 202. */
function untilGone(given: Given, read: () => Promise<Exchange>): Promise<Exchange> {
  return given.eventually(read, ({ status }) => status === 404)
}

scenario(
  'a deletion is answered with a success',
  { verifies: ['PROD-52'], needs },
  async ({ given, observe, verify }) => {
    const { id } = await given.product({ description: 'described' })
    const answer = await given.remove('product', id)
    verify('PROD-52', answer).isAccepted()
    observe('PROD-52', 'answer to a deletion', `${answer.status} ${answer.bodyBytes === 0 ? 'without' : 'with'} a body`)
  },
)

scenario(
  'a product with items, properties and files is deleted',
  { verifies: ['PROD-52'], needs },
  async ({ given, verify }) => {
    const { item } = await given.property('text')
    await given.file(item.id)
    verify('PROD-52', await given.remove('product', item.product.id)).isAccepted()
  },
)

scenario(
  'a product with a part number is deleted',
  { verifies: ['PROD-52'], needs: ['write', 'trace'] },
  async ({ given, verify }) => {
    const { id } = await given.productWithPartNumber()
    verify('PROD-52', await given.remove('product', id)).isAccepted()
  },
)

scenario(
  'a deleted product is no longer there',
  { verifies: ['PROD-53'], needs, causedBy: causedByUnknown },
  async ({ api, given, verify }) => {
    const { id, body, workspaceId } = await given.product()
    await given.readProduct(id)
    await deleteIt(given, id)
    verify('PROD-53', await untilGone(given, () => given.read('product', id))).hasStatus(404)
    const reads = [
      async () => (await given.search(workspaceId, body.name)).exchange,
      () => api.send('listProducts', { query: { q: body.name, limit: 200 } }),
      () => given.listProducts(workspaceId, { query: { limit: 200 } }),
    ]
    for (const read of reads) {
      const list = await given.eventually(read, (page) => !given.lists(page, { id }))
      // lawful: a list that is not asked for a workspace may be refused
      if (list.status === 200) verify('PROD-53', list).omits(id, 'no list shows a deleted product')
    }
    verify('PROD-53', await given.update(id, { name: given.name() })).hasStatus(404)
    verify('PROD-53', await given.read('product', id)).hasStatus(404)
  },
)

scenario(
  'the items of a deleted product are no longer there',
  { verifies: ['PROD-54'], needs, causedBy },
  async ({ api, given, observe, verify }) => {
    const { id, product } = await given.item()
    const { id: second } = await given.item({ product })
    given.requireSuccess(await given.read('item', id), 'ITEM-05')
    await deleteIt(given, product.id)
    observe('PROD-54', 'an item right after its product was deleted', (await given.read('item', id)).status)
    for (const one of [id, second])
      verify('PROD-54', await untilGone(given, () => given.read('item', one))).hasStatus(404)
    const list = await given.eventually(
      () => api.send('listItems', { query: { limit: 200 } }),
      (page) => !given.lists(page, { id }),
    )
    if (list.status === 200) verify('PROD-54', list).omits(id, 'no list shows an item of a deleted product')
  },
)

scenario(
  'none of many items of a deleted product is there any longer',
  { verifies: ['PROD-54'], needs, causedBy: [...causedBy, 'BULK-01', 'PAGE-04'] },
  async ({ api, given, verify }) => {
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
    await deleteIt(given, product.id)
    for (const id of tried) verify('PROD-54', await untilGone(given, () => given.read('item', id))).hasStatus(404)
  },
)

for (const type of propertyTypes)
  scenario(
    `a ${type} property of a deleted product is no longer there`,
    { verifies: ['PROD-55'], needs, causedBy },
    async ({ given, verify }) => {
      const { id, item } = await given.property(type)
      given.requireSuccess(await given.read('property', id), 'PROP-27')
      await deleteIt(given, item.product.id)
      for (const query of [{}, { type }])
        verify('PROD-55', await untilGone(given, () => given.read('property', id, { query }))).hasStatus(404)
    },
  )

scenario(
  'a deleted property of a deleted product is no longer shown',
  { verifies: ['PROD-55'], needs, causedBy },
  async ({ given, verify }) => {
    const { id, item } = await given.property('text')
    given.requireSuccess(await given.remove('property', id), 'PROP-34')
    if (!isMarkedDeleted(await given.read('property', id)))
      given.untestable({ reason: 'capability-absent', cause: 'a deleted property is not shown by id' })
    await deleteIt(given, item.product.id)
    const read = await untilGone(given, () => given.read('property', id))
    verify('PROD-55', read).hasStatus(404, 'deleted properties may be passed over')
  },
)

for (const target of ['item', 'property'] as const)
  scenario(
    `a file on ${target === 'item' ? 'an item' : 'a property'} of a deleted product loses that link`,
    { verifies: ['PROD-56'], needs, causedBy: [...causedBy, 'ERR-10'] },
    async ({ given, observe, verify }) => {
      const property = target === 'property' ? await given.property('text') : undefined
      const item = property?.item ?? (await given.item())
      const { id } = await given.file(property?.id ?? item.id)
      given.requireSuccess(await given.read('file', id), 'FILE-09')
      await deleteIt(given, item.product.id)
      // lawful: the file goes with the product, or stays without that link
      const isUnlinked = (read: Exchange): boolean =>
        read.status === 404 || (read.status === 200 && !linksInto(read, item.product.id))
      const read = await given.eventually(() => given.read('file', id), isUnlinked)
      observe('PROD-56', 'file of a deleted product', read.status)
      verify('PROD-56', read).that({
        claim: 'a file has no link into a deleted product',
        holds: isUnlinked(read),
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
  async ({ given, session, verify }) => {
    const { id, item } = await given.property('text')
    const { version } = await session.controls.publishVersion(item.product.id)
    const published = await given.listProperties(item.id, { query: { version } })
    const ids = [id, ...given.entriesOf(published).map((entry) => String(entry['id']))].slice(0, 3)
    const itemIds = [...new Set(given.entriesOf(published).map((entry) => String(entry['item_id'])))].slice(0, 2)
    const shown = await shownOf([
      ...itemIds.map((itemId) => ({ by: 'PROD-54' as const, read: () => given.read('item', itemId) })),
      ...ids.flatMap((propertyId) =>
        [{}, { version }].map((query) => ({
          by: 'PROD-55' as const,
          read: () => given.read('property', propertyId, { query }),
        })),
      ),
    ])
    await deleteIt(given, item.product.id)
    for (const { by, read } of shown)
      verify(by, await untilGone(given, read)).hasStatus(404, 'versions may outlive their product')
  },
)

interface ShownBy {
  readonly by: 'PROD-54' | 'PROD-55'
  readonly read: () => Promise<Exchange>
}

/** Those of several reads that show something. */
async function shownOf(reads: readonly ShownBy[]): Promise<readonly ShownBy[]> {
  const answers = await Promise.all(reads.map(({ read }) => read()))
  return reads.filter((_, index) => answers[index]?.status === 200)
}

scenario(
  'a second deletion is answered with 404',
  { verifies: ['PROD-57'], needs, causedBy },
  async ({ given, verify }) => {
    const { id } = await given.product()
    await deleteIt(given, id)
    await untilGone(given, () => given.read('product', id))
    verify('PROD-57', await given.remove('product', id)).hasStatus(404)
  },
)

scenario(
  'products that have something in common with a deleted one stay',
  { verifies: ['PROD-58'], needs, causedBy: ['PROD-36'] },
  async ({ given, verify }) => {
    const product = await given.product({ description: 'described' })
    const { name, readable_id, description = '' } = product.body
    const there = (await given.writableWorkspaces()).find((id) => !sameId(id, product.workspaceId))
    const others = [
      await given.product({ name, description, workspace_id: product.workspaceId }),
      await given.product({ readable_id: `${readable_id}_2`, workspace_id: product.workspaceId }),
      ...(there === undefined ? [] : [await given.product({ readable_id, name, workspace_id: there })]),
    ]
    await deleteIt(given, product.id)
    await untilGone(given, () => given.read('product', product.id))
    for (const other of others) {
      verify('PROD-58', await given.read('product', other.id)).hasStatus(200)
      const { exchange, complete, ids } = await findProduct(given, other, other.body.name)
      if (complete || ids.includes(other.id.toLowerCase()))
        verify('PROD-58', exchange).lists(other.id, 'a product is still listed after another one was deleted')
    }
  },
)

scenario('what other products have in them stays', { verifies: ['PROD-58'], needs }, async ({ given, verify }) => {
  const kept = await given.property('text')
  const files = [await given.file(kept.item.id), await given.file(kept.id)]
  const before = await Promise.all(files.map(({ id }) => given.fileRecord(id)))
  const gone = await given.property('text', { item: await given.item() })
  await given.file(gone.item.id)
  await given.file(gone.id)
  await deleteIt(given, gone.item.product.id)
  await untilGone(given, () => given.read('property', gone.id))
  verify('PROD-58', await given.read('item', kept.item.id)).hasStatus(200)
  verify('PROD-58', await given.read('property', kept.id)).hasStatus(200)
  for (const [index, { id }] of files.entries()) {
    const read = await given.read('file', id)
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
  async ({ given, verify }) => {
    const gone = await given.property('text')
    const kept = await given.item({ fields: pick(gone.item.body, ['name']) })
    const property = await given.property('text', { item: kept, fields: pick(gone.body, ['name']) })
    await deleteIt(given, gone.item.product.id)
    await untilGone(given, () => given.read('item', gone.item.id))
    verify('PROD-58', await given.read('item', kept.id)).hasStatus(200)
    verify('PROD-58', await given.read('property', property.id)).hasStatus(200)
  },
)

function linksInto(read: Exchange, productId: string): boolean {
  const usages = fieldOf(read, 'used_in')
  return Array.isArray(usages) && usages.some((usage) => isRecord(usage) && sameId(usage['product_id'], productId))
}
