import { expect, test } from 'vitest'
import { Session } from '../../lib/run/session.ts'
import { accusationsOf } from './accusations.ts'
import { UnmarkedProducts } from './unmarked-products.ts'

// The second tier tries twenty.
test.each([1])(
  'with seed %i the reference is not accused, and its products can be told by their name or readable_id to the end',
  async (seed) => {
    let products: UnmarkedProducts | undefined
    const accusations = await accusationsOf({
      seed,
      openSession: (options) => {
        const unmarked = new UnmarkedProducts(options.configuration.runId)
        products = unmarked
        return new Session({ ...options, onExchange: (exchange) => unmarked.see(exchange) })
      },
    })
    expect(accusations).toEqual([])
    expect(products?.seen).toBeGreaterThan(100)
    expect(products?.changes).toEqual([])
  },
)
