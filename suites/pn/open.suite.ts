import { each, errorCodeOf, fieldOf, partNumberOf, scenario, succeeded } from '#suite'
import type { Api, Exchange, Given } from '#suite'

/** Something that the contract leaves open about numbers, and how to find out what this target does. */
interface Open {
  readonly what: string
  readonly observed: (given: Given, api: Api) => Promise<Readonly<Record<string, string>>>
}

const open: readonly Open[] = [
  {
    what: 'the error code for a part number in use, and for a retired one,',
    observed: async (given) => {
      const { partNumber } = await given.productWithPartNumber()
      const { partNumber: retired } = await given.retiredPartNumber()
      return {
        'number in use': answerOf(await creationWith(given, partNumber)),
        'retired number': answerOf(await creationWith(given, retired)),
      }
    },
  },
  {
    what: 'the answer to an update with the current part number',
    observed: async (given) => {
      const { id, partNumber } = await given.productWithPartNumber()
      const { id: without } = await given.productWithoutPartNumber()
      return {
        'the same number again': answerOf(await given.update(id, { part_number: partNumber })),
        'null without a number': answerOf(await given.update(without, { part_number: null })),
      }
    },
  },
  {
    // The first goes before the second comes: two empty numbers at once would look like unset ones that are spelled out.
    what: 'the answer to an empty part number',
    observed: async (given) => {
      const created = await creationWith(given, '')
      const id = succeeded(created) ? fieldOf(created, 'id') : undefined
      if (typeof id === 'string') await given.remove('product', id)
      const product = await given.productWithoutPartNumber()
      const assigned = await given.update(product.id, { part_number: '' })
      await given.remove('product', product.id)
      return { 'empty number at creation': answerOf(created), 'empty number by assignment': answerOf(assigned) }
    },
  },
  {
    what: 'the treatment of part numbers that differ in letter case or outer spaces',
    observed: async (given) => {
      const { partNumber } = await given.productWithPartNumber()
      const spellings = { 'letter case': partNumber.toLowerCase(), 'outer spaces': ` ${partNumber} ` }
      const seen: Record<string, string> = {}
      for (const [name, spelled] of Object.entries(spellings)) {
        if (spelled === partNumber) continue
        const answer = await creationWith(given, spelled)
        const isKept = partNumberOf(answer.json) === spelled
        seen[name] = succeeded(answer) ? (isKept ? 'another number' : 'taken and changed') : answerOf(answer)
      }
      return seen
    },
  },
  {
    what: 'the reuse of the part number of a deleted product',
    observed: async (given) => {
      const { id, partNumber } = await given.productWithPartNumber()
      given.requireSuccess(await given.remove('product', id), 'PROD-52')
      const answer = await creationWith(given, partNumber)
      return { 'number of a deleted product': succeeded(answer) ? 'free again' : answerOf(answer) }
    },
  },
  {
    what: 'the answer to an item with the part number of a product',
    observed: async (given, api) => {
      const { partNumber, ...product } = await given.productWithPartNumber()
      const json = await given.itemBody(product, { part_number: partNumber })
      const answer = await api.send('createItem', { json })
      return { "a product's part number on an item": succeeded(answer) ? 'accepted' : answerOf(answer) }
    },
  },
]

for (const { what, observed } of open)
  scenario(
    `${what} is observed`,
    { verifies: ['PN-24'], needs: ['write', 'trace'] },
    async ({ api, given, observe }) => {
      await each(Object.entries(await observed(given, api)), async ([name, value]) => observe('PN-24', name, value))
    },
  )

async function creationWith(given: Given, part_number: string): Promise<Exchange> {
  return given.createProduct(await given.productBody({ part_number }))
}

function answerOf(answer: Exchange): string {
  return `${answer.status} ${errorCodeOf(answer) ?? ''}`.trimEnd()
}
