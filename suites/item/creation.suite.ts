import { isRecord, partNumberOf, scenario } from '#suite'
import { itemsIn } from './items-in.ts'
import { optionsOf } from './item-texts.ts'

const write = ['write'] as const

scenario(
  'the creation of an item is answered with 201 and the item',
  { verifies: ['ITEM-03'], needs: write },
  async ({ api, given, verify }) => {
    const answer = await api.send('createItem', { json: await given.itemBody(await given.product()) })
    verify('ITEM-03', answer).hasStatus(201)
    verify('ITEM-03', answer).that({
      claim: 'the answer is the item',
      holds: isRecord(answer.json) && typeof answer.json['id'] === 'string',
      expected: 'an id',
      received: isRecord(answer.json) ? `id ${typeof answer.json['id']}` : typeof answer.json,
    })
  },
)

const withDescription = { description: 'cast, then machined' } as const

for (const { what, description, number } of [
  { what: 'a description', description: true, number: false },
  { what: 'a part number', description: false, number: true },
  { what: 'a description and a part number', description: true, number: true },
  { what: 'neither a description nor a part number', description: false, number: false },
] as const)
  scenario(
    `an item is created with ${what}, and gives it back`,
    { verifies: ['ITEM-04'], needs: number ? ['write', 'trace'] : write, causedBy: ['ITEM-03', 'ITEM-05'] },
    async (context) => {
      const { api, given, verify } = context
      const product = await given.product()
      const partNumber = given.partNumber()
      const fields = { ...(description ? withDescription : {}), ...(number ? { part_number: partNumber } : {}) }
      const created = await api.send('createItem', { json: await given.itemBody(product, fields) })
      if (number && created.status === 422) await given.noUndeclaredRule()
      verify('ITEM-04', created).isAccepted()
      const id = isRecord(created.json) ? created.json['id'] : undefined
      if (typeof id !== 'string')
        return given.untestable({ reason: 'blocked', blockedBy: ['ITEM-03'], cause: 'the creation shows no id' })
      const read = given.requireSuccess(await api.send('getItem', { path: { item_id: id } }), 'ITEM-05')
      verify('ITEM-04', read).equals({
        claim: 'the item shows what was given',
        expected: [description ? withDescription.description : null, number ? partNumber : null],
        received: optionsOf(read),
      })
      const { answer, ids, entries } = await itemsIn(context, product)
      const entry = entries[ids.indexOf(id.toLowerCase())]
      // An entry may carry them, and need not.
      const carried = [entry?.['description'], partNumberOf(entry)].map((value) => typeof value === 'string')
      const expected = [description ? withDescription.description : '', number ? partNumber : '']
      verify('ITEM-04', answer).equals({
        claim: 'what the list carries of it is what was given',
        expected: expected.filter((_, index) => carried[index]),
        received: [entry?.['description'], partNumberOf(entry)].filter((_, index) => carried[index]),
      })
    },
  )

scenario(
  'an item for an unknown product is refused',
  { verifies: ['ITEM-10'], needs: write },
  async ({ api, given, verify }) => {
    const { exchange: control, product } = await given.item()
    const json = await given.itemBody({ ...product, id: given.unknownId() })
    const answer = await api.send('createItem', { json, broken: 'an unknown product' })
    // What was made after all stands in something that is not ours, and must not stay there.
    const made = answer.status < 300 && isRecord(answer.json) ? answer.json['id'] : undefined
    if (typeof made === 'string') await api.send('deleteItem', { path: { item_id: made } })
    verify('ITEM-10', answer).isRefused({ control })
  },
)

scenario(
  'an item for a deleted product is refused',
  { verifies: ['ITEM-10'], needs: write },
  async ({ api, given, verify }) => {
    const { exchange: control, product } = await given.item()
    const json = await given.itemBody(product)
    given.requireSuccess(await api.send('deleteProduct', { path: { product_id: product.id } }), 'PROD-52')
    const answer = await api.send('createItem', { json, broken: 'a deleted product' })
    verify('ITEM-10', answer).isRefused({ control, hint: 'the product may be looked up among the deleted ones too' })
  },
)

scenario(
  'an item without what its creation requires is refused with 422',
  { verifies: ['ITEM-11'], needs: write },
  async ({ api, given, verify }) => {
    const { exchange: control } = await given.item()
    const answer = await api.send('createItem', { json: {}, broken: 'an empty body' })
    const made = answer.status < 300 && isRecord(answer.json) ? answer.json['id'] : undefined
    if (typeof made === 'string') await api.send('deleteItem', { path: { item_id: made } })
    verify('ITEM-11', answer).isRefused({ status: 422, control })
  },
)
