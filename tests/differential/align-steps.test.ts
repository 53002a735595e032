import { expect, test } from 'vitest'
import { alignSteps } from '../../lib/differential/align-steps.ts'
import type { Step } from '../../lib/run/steps/step.ts'

function step(asked: string, sequence: number): Step {
  return {
    check: 'a check',
    sequence,
    endpoint: 'getProduct',
    asked,
    target: '/v1/public/products/x',
    status: 200,
    own: true,
    headers: {},
    leaves: {},
  }
}

function steps(asked: string): readonly Step[] {
  return Array.from(asked).map((letter, index) => step(letter, index))
}

/** The pairs as places in the two sequences. */
function aligned(olds: readonly Step[], news: readonly Step[]): ReadonlyArray<readonly [number, number]> {
  return alignSteps(olds, news).map(({ old, new: now }) => [old.sequence, now.sequence])
}

test.each([
  ['abc', 'abc', [0, 1, 2], [0, 1, 2]],
  ['abc', 'xabc', [0, 1, 2], [1, 2, 3]],
  ['abcd', 'acd', [0, 2, 3], [0, 1, 2]],
  ['abc', 'xyz', [], []],
  ['', 'abc', [], []],
])('%s and %s have their longest common sequence in common', (olds, news, inOld, inNew) => {
  const pairs = aligned(steps(olds), steps(news))
  expect(pairs.map(([old]) => old)).toEqual(inOld)
  expect(pairs.map(([, now]) => now)).toEqual(inNew)
})

test('sequences with hardly anything in common are held against each other by position', () => {
  const olds = Array.from({ length: 3000 }, (_, index) => step(index === 5 ? 'same' : `old ${index}`, index))
  const news = Array.from({ length: 3000 }, (_, index) => step(index === 5 ? 'same' : `new ${index}`, index))
  expect(aligned(olds, news)).toEqual([[5, 5]])
})
