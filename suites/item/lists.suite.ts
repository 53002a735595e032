import { evenText, fieldOf, idsOf, inferShape, isRecord, sameId, scenario } from '#suite'
import { sharedItem, sharedProduct } from '../subjects/shared-place.ts'
import { itemsIn, type ListedItems } from '../subjects/items-in.ts'

const write = ['write'] as const

scenario('items are listed', { verifies: ['ITEM-01', 'ITEM-13'] }, async ({ api, given, observe, session, verify }) => {
  const place = { workspaceId: await given.workspace() }
  const answer = await api.send('listItems', { query: await session.dialect.listQuery('listItems', place) })
  verify('ITEM-01', answer).hasStatus(200)
  verify('ITEM-01', answer).that({
    claim: 'the answer is a list',
    holds: isRecord(answer.json) && Array.isArray(answer.json['items']),
    expected: 'an array of items',
    received: isRecord(answer.json) ? typeof answer.json['items'] : typeof answer.json,
  })
  const entries = given.entriesOf(answer)
  // Where the run makes items, those of its own tell more, and are the same every time.
  if (entries.length > 0 && session.configuration.mode === 'read-only')
    observe('ITEM-13', 'record of a listed item', inferShape(entries))
})

scenario('a created item is listed', { verifies: ['ITEM-09'], needs: write }, async (context) => {
  const { id, product } = await context.given.item({ product: await sharedProduct(context, 'creations of items') })
  const isListed = ({ ids }: ListedItems): boolean => ids.includes(id.toLowerCase())
  // lawful: an index of lists may lag, which is blamed on GEN-06 alone
  const listed = await context.given.eventually(() => itemsIn(context, product), isListed)
  if (!isListed(listed) && !listed.complete) return
  context.verify('ITEM-09', listed.answer).that({
    claim: 'the list holds the item that was created',
    holds: isListed(listed),
    expected: 'the new item',
    received: `${listed.ids.length} others`,
  })
})

scenario(
  'the list shows the description of an item as it was sent',
  { verifies: ['ITEM-12'], needs: write, causedBy: ['ITEM-02', 'ITEM-04', 'ITEM-09'] },
  async (context) => {
    const { given, verify } = context
    const description = '<b>&amp;</b> "quoted" e\u0301 \u212b\n\tnext'
    const { id, product } = await given.item({
      product: await sharedProduct(context, 'creations of items'),
      fields: { description },
    })
    const read = given.requireSuccess(await given.read('item', id), 'ITEM-05')
    // Where the record has it otherwise, that is another check's concern.
    if (evenText(fieldOf(read, 'description')) !== evenText(description))
      return given.untestable({
        reason: 'blocked',
        blockedBy: ['ITEM-12'],
        cause: 'the item shows another description',
      })
    const { answer, entries } = await itemsIn(context, product)
    const entry = entries.find((one) => sameId(one['id'], id))
    // lawful: entries may carry a description, and need not
    if (entry?.['description'] === undefined) return
    verify('ITEM-12', answer).equals({
      claim: 'an entry of the list has the description that the item has',
      expected: evenText(description),
      received: evenText(entry['description']),
    })
  },
)

scenario(
  'the list of a product holds its own items and none of another product',
  { verifies: ['ITEM-14'], needs: write, causedBy: ['ITEM-09'] },
  async (context) => {
    const { api, given, session, verify } = context
    const one = await sharedItem(context, 'control requests')
    const other = await given.item()
    const parameter = await session.dialect.productParameter(one.product.id)
    if (parameter === undefined)
      return given.untestable({ reason: 'capability-absent', cause: 'the list of items takes no product' })
    for (const [mine, theirs] of [
      [one, other],
      [other, one],
    ] as const) {
      const { id: productId, workspaceId } = mine.product
      const query = await session.dialect.listQuery('listItems', { productId, workspaceId })
      const answer = await given.eventually(
        () => api.send('listItems', { query: { ...query, limit: 100, offset: 0 } }),
        (list) => given.lists(list, mine),
      )
      given.requireSuccess(answer, 'ITEM-01')
      verify('ITEM-14', answer).lists(mine.id, 'the list holds the item of the product')
      verify('ITEM-14', answer).omits(theirs.id, 'the list holds no item of another product')
    }
  },
)

scenario('the lists of two products that are there share no item', { verifies: ['ITEM-14'] }, async (context) => {
  const { api, given, session, verify } = context
  const parameter = await session.dialect.productParameter()
  if (parameter === undefined)
    return given.untestable({ reason: 'capability-absent', cause: 'the list of items takes no product' })
  const seen = new Map<string, string>()
  const workspaceId = await given.workspace()
  for (const { id: product, workspace_id: home } of (await given.existingProducts()).slice(0, 8)) {
    if (typeof product !== 'string') continue
    const place = { productId: product, workspaceId: typeof home === 'string' ? home : workspaceId }
    const query = await session.dialect.listQuery('listItems', place)
    const answer = await api.send('listItems', { query: { ...query, limit: 50 } })
    // Somebody may delete the product just now.
    if (answer.status >= 400) continue
    const ids = idsOf(answer).filter((id) => id !== '')
    if (ids.length > 0 && seen.size > 0)
      verify('ITEM-14', answer).that({
        claim: 'no item is listed under two products',
        holds: ids.every((id) => !seen.has(id)),
        expected: 'items of the product asked for',
        received: 'an item that another product lists as well',
      })
    for (const id of ids) seen.set(id, product)
  }
})
