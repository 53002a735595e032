import { expect, test } from 'vitest'
import { Batch } from '../../lib/client/batch.ts'

function recorded(): { readonly batch: Batch<number>; readonly handed: ReadonlyArray<readonly number[]> } {
  const handed: (readonly number[])[] = []
  return { batch: new Batch((entries) => handed.push(entries)), handed }
}

test('entries are handed on together, in their order, and once', () => {
  const { batch, handed } = recorded()
  for (const entry of [1, 2, 3]) batch.add(entry, 100)
  expect(handed).toEqual([])
  batch.flush()
  batch.flush()
  expect(handed).toEqual([[1, 2, 3]])
})

test('no number of entries is held for ever', () => {
  const { batch, handed } = recorded()
  for (let entry = 0; entry < 1000; entry += 1) batch.add(entry, 0)
  expect(handed.flat().length).toBeGreaterThan(800)
})

test('what holds on to much memory is handed on at once, after those before it', () => {
  const { batch, handed } = recorded()
  batch.add(1, 0)
  batch.add(2, 8_000_000)
  expect(handed).toEqual([[1, 2]])
})

test('an entry that comes while others are handled is held', () => {
  const handed: (readonly number[])[] = []
  const batch: Batch<number> = new Batch((entries) => {
    handed.push(entries)
    if (handed.length === 1) batch.add(2, 0)
  })
  batch.add(1, 0)
  batch.flush()
  expect(handed).toEqual([[1]])
  batch.flush()
  expect(handed).toEqual([[1], [2]])
})
