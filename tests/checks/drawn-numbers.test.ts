import { expect, test } from 'vitest'
import { DrawnNumbers } from '../../lib/run/drawn-values.ts'
import { exchangeOf } from '../passive/exchange-of.ts'

const sent = (number: string, status: number) =>
  exchangeOf({ status, requestBody: JSON.stringify({ part_number: number }) })

test('no number of a narrow format is drawn twice', () => {
  const numbers = new DrawnNumbers()
  const drawn = Array.from({ length: 30 }, () => numbers.draw(/^P[0-9]{2}$/))
  expect(new Set(drawn).size).toBe(drawn.length)
  expect(drawn.every((number) => /^P[0-9]{2}$/.test(number))).toBe(true)
})

test('a format that has no further number is drawn from all the same', () => {
  const numbers = new DrawnNumbers()
  expect([numbers.draw(/^P$/), numbers.draw(/^P$/)]).toEqual(['P', 'P'])
})

test('a drawn number may be in use where it conflicts, and no request was given it', () => {
  const numbers = new DrawnNumbers()
  const number = numbers.draw(/^PN-[0-9]{4}$/)
  expect(numbers.mayBeInUse([sent(number, 422), sent(number, 409)])).toBe(true)
  expect(numbers.mayBeInUse([sent(number, 201), sent(number, 409)])).toBe(false)
  expect(numbers.mayBeInUse([sent(number, 422)])).toBe(false)
  expect(numbers.mayBeInUse([sent('a name of its own', 409)])).toBe(false)
})

test('attempts with other numbers come to an end', () => {
  const numbers = new DrawnNumbers()
  let attempts = 0
  while (numbers.allowsAttempt()) attempts += 1
  expect(attempts).toBe(1000)
})

test('a check that sends more numbers is attempted more often, up to a limit', () => {
  const numbers = new DrawnNumbers()
  const drawn = Array.from({ length: 8 }, () => sent(numbers.draw(/^PN-[0-9]{4}$/), 201))
  expect([1, 2, 3, 8].map((count) => numbers.attemptsFor(drawn.slice(0, count)))).toEqual([10, 20, 40, 64])
})
