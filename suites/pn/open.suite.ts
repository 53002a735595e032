import { errorCodeOf, isRecord, partNumberOf, scenario, type Exchange } from '#suite'

const needs = ['write', 'trace'] as const

scenario('how a refused number is answered is recorded', { verifies: ['PN-24'], needs }, async ({ given, observe }) => {
  const { partNumber } = await given.productWithPartNumber()
  const inUse = await given.createProduct(await given.productBody({ part_number: partNumber }))
  observe('PN-24', 'number in use', answerOf(inUse))
  const { partNumber: retired } = await given.retiredPartNumber()
  observe(
    'PN-24',
    'retired number',
    answerOf(await given.createProduct(await given.productBody({ part_number: retired }))),
  )
})

scenario(
  'updates that leave the number as it is are recorded',
  { verifies: ['PN-24'], needs },
  async ({ given, observe }) => {
    const { id, partNumber } = await given.productWithPartNumber()
    observe('PN-24', 'the same number again', answerOf(await given.update(id, { part_number: partNumber })))
    const { id: without } = await given.product()
    observe('PN-24', 'null without a number', answerOf(await given.update(without, { part_number: null })))
  },
)

// The first goes before the second comes: two empty numbers at once would look like unset ones that are spelled out.
scenario('an empty number is recorded', { verifies: ['PN-24'], needs }, async ({ api, given, observe }) => {
  const created = await given.createProduct(await given.productBody({ part_number: '' }))
  observe('PN-24', 'empty number at creation', answerOf(created))
  const id = isRecord(created.json) ? created.json['id'] : undefined
  if (created.status < 300 && typeof id === 'string') await api.send('deleteProduct', { path: { product_id: id } })
  const product = await given.product()
  observe('PN-24', 'empty number by assignment', answerOf(await given.update(product.id, { part_number: '' })))
  await api.send('deleteProduct', { path: { product_id: product.id } })
})

scenario(
  'numbers that differ in letter case or outer blanks are recorded',
  { verifies: ['PN-24'], needs },
  async ({ given, observe }) => {
    const { partNumber } = await given.productWithPartNumber()
    const variants = { 'letter case': partNumber.toLowerCase(), 'outer blanks': ` ${partNumber} ` }
    for (const [name, part_number] of Object.entries(variants)) {
      if (part_number === partNumber) continue
      const answer = await given.createProduct(await given.productBody({ part_number }))
      const isKept = partNumberOf(answer.json) === part_number
      observe('PN-24', name, answer.status < 300 ? (isKept ? 'another number' : 'taken and changed') : answerOf(answer))
    }
  },
)

scenario(
  'the number of a deleted product is recorded',
  { verifies: ['PN-24'], needs },
  async ({ api, given, observe }) => {
    const { id, partNumber } = await given.productWithPartNumber()
    given.requireSuccess(await api.send('deleteProduct', { path: { product_id: id } }), 'PROD-52')
    const answer = await given.createProduct(await given.productBody({ part_number: partNumber }))
    observe('PN-24', 'number of a deleted product', answer.status < 300 ? 'free again' : answerOf(answer))
  },
)

scenario('numbers shared with items are recorded', { verifies: ['PN-24'], needs }, async ({ api, given, observe }) => {
  const { partNumber, ...product } = await given.productWithPartNumber()
  const body = await given.itemBody(product, { part_number: partNumber })
  const answer = await api.send('createItem', { json: body })
  observe('PN-24', "a product's number on an item", answer.status < 300 ? 'taken' : answerOf(answer))
})

function answerOf(answer: Exchange): string {
  return `${answer.status} ${errorCodeOf(answer) ?? ''}`.trimEnd()
}
