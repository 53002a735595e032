import { fieldOf, isRecord, sameId, scenario, textField } from '#suite'
import { itemsIn } from '../subjects/items-in.ts'
import { learnedOf } from '../subjects/learned-creation.ts'
import { sharedItem, sharedProduct } from '../subjects/shared-place.ts'
import { optionsOf } from './item-texts.ts'

const write = ['write'] as const

scenario(
  'the creation of an item is answered with 201 and the item',
  { verifies: ['ITEM-03'], needs: write },
  async (context) => {
    const { api, given, verify } = context
    const product = await sharedProduct(context, 'creations of items')
    const json = await learnedOf(context, 'ITEM-03', { learn: () => given.itemBody(product) })
    const answer = await api.send('createItem', { json })
    verify('ITEM-03', answer).hasStatus(201)
    verify('ITEM-03', answer).that({
      claim: 'the answer is the item',
      holds: isRecord(answer.json) && typeof answer.json['id'] === 'string',
      expected: 'an id',
      received: isRecord(answer.json) ? `id ${typeof answer.json['id']}` : typeof answer.json,
    })
  },
)

const noSuchNumber = {
  reason: 'capability-absent',
  cause: 'the target accepts no such part number on an item',
} as const

const withDescription = { description: 'cast, then machined' } as const

for (const { what, description, number } of [
  { what: 'a description', description: true, number: false },
  { what: 'a part number', description: false, number: true },
  { what: 'a description and a part number', description: true, number: true },
  { what: 'neither a description nor a part number', description: false, number: false },
] as const)
  scenario(
    `an item is created with ${what}, and gives it back`,
    {
      verifies: ['ITEM-04'],
      covers: ['ITEM-02'],
      needs: number ? ['write', 'trace'] : write,
      causedBy: ['ITEM-03', 'ITEM-05'],
    },
    async (context) => {
      const { api, given, verify } = context
      const product = await sharedProduct(context, 'creations of items')
      const fields = {
        ...(description ? withDescription : {}),
        ...(number ? { part_number: given.partNumber() } : {}),
      }
      const created = await api.send('createItem', { json: await given.itemBody(product, fields) })
      // lawful: a rule for the numbers of items
      if (number && created.status === 422) given.untestable(noSuchNumber)
      verify('ITEM-04', created).isAccepted()
      const id = textField(created, 'id', 'ITEM-03')
      const read = given.requireSuccess(await given.read('item', id), 'ITEM-05')
      // lawful: a number that the deployment gives by itself, where none is sent
      const judged = number ? [0, 1] : [0]
      const only = (options: readonly unknown[]): readonly unknown[] => judged.map((index) => options[index])
      verify('ITEM-04', read).equals({
        claim: 'the item shows what was given',
        expected: only(optionsOf({ json: fields })),
        received: only(optionsOf(read)),
      })
      const { answer, entries } = await itemsIn(context, product)
      const entry = entries.find((one) => sameId(one['id'], id))
      // lawful: an entry may carry them, and need not
      const [due, shown] = [optionsOf({ json: fields }), optionsOf({ json: entry })]
      const carried = judged.filter((index) => typeof shown[index] === 'string')
      verify('ITEM-04', answer).equals({
        claim: 'what the list shows of it is what was given',
        expected: carried.map((index) => due[index]),
        received: carried.map((index) => shown[index]),
      })
    },
  )

scenario('an item for an unknown product is refused', { verifies: ['ITEM-10'], needs: write }, async (context) => {
  const { api, given, verify } = context
  const { exchange: control, product } = await sharedItem(context, 'control requests')
  const json = await given.itemBody({ ...product, id: given.unknownId() })
  const answer = await api.send('createItem', { json, broken: 'an unknown product' })
  // What was made after all stands in something that is not ours, and must not stay there.
  const made = answer.status < 300 ? fieldOf(answer, 'id') : undefined
  if (typeof made === 'string') await given.remove('item', made)
  verify('ITEM-10', answer).isRefused({ control })
})

scenario(
  'an item for a deleted product is refused',
  { verifies: ['ITEM-10'], needs: write },
  async ({ api, given, verify }) => {
    const { exchange: control, product } = await given.item()
    const json = await given.itemBody(product)
    given.requireSuccess(await given.remove('product', product.id), 'PROD-52')
    // lawful: with 202 the product may be there for another moment
    await given.eventually(
      () => given.read('product', product.id),
      ({ status }) => status === 404,
    )
    const answer = await api.send('createItem', { json, broken: 'a deleted product' })
    verify('ITEM-10', answer).isRefused({ control, hint: 'the product may be looked up among the deleted ones too' })
  },
)

scenario(
  'an item without what its creation requires is refused with 422',
  { verifies: ['ITEM-11'], needs: write },
  async (context) => {
    const { api, verify } = context
    const { exchange: control } = await sharedItem(context, 'control requests')
    const answer = await api.send('createItem', { json: {}, broken: 'an empty body' })
    verify('ITEM-11', answer).isRefused({ status: 422, control })
  },
)
