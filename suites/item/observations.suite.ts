import { assume, inferShape, scenario, asText } from '#suite'
import { sharedProduct } from '../shared/shared-place.ts'
import { listItemsOf } from '../shared/list-items-of.ts'

scenario(
  'the fields of an item in each answer are observed',
  { verifies: ['ITEM-13'], needs: ['write'] },
  async (context) => {
    const { api, given, observe } = context
    const described = await given.item({
      product: await sharedProduct(context, 'updates of items'),
      fields: { description: 'cast' },
    })
    const plain = await given.item({ product: described.product })
    const path = { item_id: plain.id }
    const read = [await api.send('getItem', { path: { item_id: described.id } }), await api.send('getItem', { path })]
    const updated = await api.send('updateItem', { path, json: { description: 'machined' } })
    const own = new Set([described, plain].map(({ id }) => id.toLowerCase()))
    const { entries } = await listItemsOf(context, described.product)
    const listed = entries.filter(({ id }) => own.has(asText(id).toLowerCase()))
    observe('ITEM-13', 'record of a created item', inferShape([described, plain].map(({ exchange }) => exchange.json)))
    observe('ITEM-13', 'record of an item by id', inferShape(read.map(({ json }) => json)))
    observe('ITEM-13', 'answer to an update of an item', inferShape([updated.json]))
    assume(listed.length > 0)
    observe('ITEM-13', 'record of a listed item', inferShape(listed))
  },
)

scenario(
  'what the contract leaves open about items is observed',
  { verifies: ['ITEM-13'], needs: ['write', 'trace'] },
  async (context) => {
    const { api, given, observe, session } = context
    const number = given.partNumber()
    const { id, product } = await given.item({
      product: await sharedProduct(context, 'updates of items'),
      fields: { part_number: number },
    })
    const twice = await api.send('createItem', { json: await given.itemBody(product, { part_number: number }) })
    observe('ITEM-13', 'the part number of another item', twice.status)
    const path = { item_id: id }
    const changed = await api.send('updateItem', { path, json: { part_number: given.partNumber() } })
    observe('ITEM-13', 'assigning another part number to an item that has one', changed.status)
    const removed = await api.send('updateItem', { path, json: { part_number: null } })
    observe('ITEM-13', 'removing a part number', removed.status)
    observe('ITEM-13', 'product parameter of the list', (await session.dialect.productParameter(product.id)) ?? 'none')
  },
)
