import { expect, test } from 'vitest'
import { pairsOf } from '../../lib/generate/pairs.ts'

const factors = { type: ['text', 'date', 'status'], limit: [undefined, 1, 200], deleted: [true, false] } as const

test('every value of a factor meets every value of each other factor', () => {
  const rows = pairsOf(factors)
  const met = (one: string, other: string): number =>
    new Set(rows.map((row) => JSON.stringify([Object(row)[one] ?? null, Object(row)[other] ?? null]))).size
  expect([met('type', 'limit'), met('type', 'deleted'), met('limit', 'deleted')]).toEqual([9, 6, 6])
})

test('there are fewer rows than combinations, and each has all factors', () => {
  const rows = pairsOf(factors)
  expect(rows.length).toBeLessThan(18)
  for (const row of rows) expect(Object.keys(row)).toEqual(['type', 'limit', 'deleted'])
})

test('the same factors give the same rows', () => {
  expect(pairsOf(factors)).toEqual(pairsOf(factors))
})
