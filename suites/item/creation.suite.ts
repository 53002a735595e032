import { assume, partNumberOf, pick, sameId, scenario, textField } from '#suite'
import { listItemsOf } from '../shared/list-items-of.ts'
import { withEndpoint } from '../shared/learned-creation.ts'
import { sharedItem, sharedProduct } from '../shared/shared-place.ts'
import { undone } from '../shared/undo-creation.ts'
import { isRuledOut, noSuchNumber } from './item-texts.ts'

scenario(
  'creating an item is answered with 201 and the item',
  { verifies: ['ITEM-03'], needs: ['write'] },
  async (context) => {
    const { given, verify } = context
    const product = await sharedProduct(context, 'created items')
    // The contract names POST /items, so that a target without it breaks ITEM-03 too.
    await withEndpoint(context, 'ITEM-03', { learn: () => given.itemBody(product) })
    const answer = await given.createItem(product)
    verify('ITEM-03', answer).hasStatus(201)
    verify('ITEM-03', answer).has('id')
  },
)

/** Optional fields that a creation gives. lawful: the deployment gives a field that is not sent, by itself */
const creations = [
  { what: 'a description', fields: ['description'], needs: ['write'] },
  { what: 'a part number', fields: ['part_number'], needs: ['write', 'trace'] },
  { what: 'a description and a part number', fields: ['description', 'part_number'], needs: ['write', 'trace'] },
  { what: 'neither a description nor a part number', fields: [], needs: ['write'] },
] as const

for (const { what, fields, needs } of creations)
  scenario(
    `an item created with ${what} returns what was sent`,
    { verifies: ['ITEM-04'], covers: ['ITEM-02'], needs },
    async (context) => {
      const { given, verify } = context
      const product = await sharedProduct(context, 'created items')
      const sent = pick({ description: 'cast, then machined', part_number: given.partNumber() }, fields)
      const created = await given.createItem(product, sent)
      assume(!isRuledOut(sent, created), noSuchNumber)
      verify('ITEM-04', created).isAccepted()
      const id = textField(created, 'id', 'ITEM-03')
      const read = given.requireSuccess(await given.read('item', id), 'ITEM-05')
      verify('ITEM-04', read).shows(sent)
      const { answer, entries } = await listItemsOf(context, product)
      const entry = entries.find((one) => sameId(one['id'], id))
      const shown = { description: entry?.['description'], part_number: partNumberOf(entry) }
      // lawful: an entry may carry them, and need not
      const carried = fields.filter((field) => typeof shown[field] === 'string')
      verify('ITEM-04', answer).shows(pick(sent, carried), { in: entry })
    },
  )

scenario(
  'creating an item in an unknown product is rejected',
  { verifies: ['ITEM-10'], needs: ['write'] },
  async (context) => {
    const { api, given, verify } = context
    const { exchange: control, product } = await sharedItem(context, 'control requests')
    const json = await given.itemBody({ ...product, id: given.unknownId() })
    const answer = await api.send('createItem', { json, broken: 'an unknown product' })
    verify('ITEM-10', await undone(context, 'item', answer)).isRefused({ control })
  },
)

scenario(
  'creating an item in a deleted product is rejected',
  { verifies: ['ITEM-10'], needs: ['write'] },
  async ({ api, given, verify }) => {
    const { exchange: control, product } = await given.item()
    const json = await given.itemBody(product)
    given.requireSuccess(await given.remove('product', product.id), 'PROD-52')
    // lawful: with 202 the product may be there for another moment
    await given.eventually(
      () => given.read('product', product.id),
      ({ status }) => status === 404,
    )
    const hint = 'missing condition: the product seems to be looked up among deleted ones too (deleted_at IS NULL)'
    const answer = await api.send('createItem', { json, broken: 'a deleted product' })
    verify('ITEM-10', answer).isRefused({ control, hint })
  },
)

scenario(
  'creating an item without a required field is rejected with 422',
  { verifies: ['ITEM-11'], needs: ['write'] },
  async (context) => {
    const { api, verify } = context
    const { exchange: control } = await sharedItem(context, 'control requests')
    const answer = await api.send('createItem', { json: {}, broken: 'an empty body' })
    verify('ITEM-11', answer).isRefused({ status: 422, control })
  },
)
