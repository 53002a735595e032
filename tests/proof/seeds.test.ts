import { expect, test } from 'vitest'
import { accusationsOf } from './accusations.ts'

// The second tier tries twenty.
test.concurrent.each([1, 2])('the reference is not accused with seed %i', async (seed) => {
  expect(await accusationsOf({ seed })).toEqual([])
})
