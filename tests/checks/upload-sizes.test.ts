import { expect, test } from 'vitest'
import { freshUploadSize, isUsualSize, largestUpload, learnTooLarge } from '../../lib/service/given/files.ts'

const session = () => ({ unused: <Value>(_: string, draw: () => Value): Value => draw() })

test('uploads are as large as any limit lets pass until one is too large', () => {
  expect(largestUpload(session())).toBe(60_000)
  const sizes = Array.from({ length: 100 }, () => freshUploadSize(session()))
  expect(sizes.every(isUsualSize)).toBe(true)
})

test('half of what was too large is tried next, in this session alone', () => {
  const [one, other] = [session(), session()]
  expect(learnTooLarge(one, 40_001)).toBe(true)
  expect(largestUpload(one)).toBe(20_000)
  const sizes = Array.from({ length: 100 }, () => freshUploadSize(one))
  expect(Math.max(...sizes)).toBeLessThan(20_000)
  expect(largestUpload(other)).toBe(60_000)
})

test('a larger file that is refused later widens nothing', () => {
  const one = session()
  learnTooLarge(one, 10_000)
  learnTooLarge(one, 50_000)
  expect(largestUpload(one)).toBe(5000)
})

test('where too few sizes would be left, nothing smaller is tried', () => {
  const one = session()
  expect(learnTooLarge(one, 3000)).toBe(true)
  expect(largestUpload(one)).toBe(2500)
  expect(learnTooLarge(one, 2400)).toBe(false)
})
