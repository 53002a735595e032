import { scenario } from '#suite'
import { earlyNumbers } from './early-numbers.ts'

// `earlyNumbers` creates a product with a part number, and another whose part number is removed again, once per session.

// These numbers are asked for again when the run has made many others.
for (const [what, state, id] of [
  ['in use', 'inUse', 'PN-07'],
  ['that is retired', 'retired', 'PN-04'],
] as const)
  scenario(
    `a part number ${what} is rejected for the next product`,
    { verifies: [id], needs: ['write', 'trace'], when: 'first' },
    async (context) => {
      const { given, verify } = context
      const part_number = (await earlyNumbers(context))[state]
      const { exchange: control } = await given.productWithPartNumber()
      const answer = await given.createProduct(await given.productBody({ part_number }))
      verify(id, answer).isRefused({ status: 409, control })
    },
  )
