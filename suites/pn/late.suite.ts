import { scenario } from '#suite'
import { earlyNumbers } from './early-numbers.ts'

// `earlyNumbers` has created a product with a part number, and another whose part number was removed again, when the run began.

const needs = ['write', 'trace'] as const
const hint = 'lookup too narrow: it seems to see the latest products or part numbers only'

for (const [what, state, id] of [
  ['in use', 'inUse', 'PN-07'],
  ['retired', 'retired', 'PN-22'],
] as const)
  scenario(
    `a part number ${what} since the start of the run is rejected at its end`,
    { verifies: [id], needs, serial: true },
    async (context) => {
      const { given, verify } = context
      const part_number = (await earlyNumbers(context))[state]
      const { exchange: control } = await given.productWithPartNumber()
      const answer = await given.createProduct(await given.productBody({ part_number }))
      // With which status it is rejected shows earlier.
      verify(id, answer).isRefused({ control, hint })
    },
  )
