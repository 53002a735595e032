import { expect, test } from 'vitest'
import { pairSteps } from '../../lib/differential/pair-steps.ts'
import type { Step } from '../../lib/run/steps/step.ts'

/** A question and the value that was answered: `a1` asks `a` and is answered 1. */
function stepsOf(told: string, check = 'a check'): readonly Step[] {
  return told.split(' ').flatMap((each, sequence): readonly Step[] => {
    const [asked, answer] = each
    return asked === undefined || answer === undefined ? [] : [stepOf({ check, sequence, asked, answer })]
  })
}

function stepOf({ answer, ...known }: Pick<Step, 'check' | 'sequence' | 'asked'> & { answer: string }): Step {
  const leaves = { '': { types: ['object'], count: 1 }, name: { types: ['string'], count: 1, values: [answer] } }
  return {
    ...known,
    endpoint: 'getProduct',
    target: '/v1/public/products/x',
    status: 200,
    own: true,
    headers: {},
    leaves,
  }
}

function answerOf({ leaves }: Step): string {
  return leaves['name']?.values?.[0] ?? ''
}

/** What is held against each other and differs, as the old and the new answer to a question. */
function unlike(olds: readonly Step[], news: readonly Step[]): readonly string[] {
  return [...pairSteps(olds, news).unlike.values()]
    .flat()
    .map((pair) => `${pair.new.asked}: ${answerOf(pair.old)} → ${answerOf(pair.new)}`)
}

test.each([
  ['the same', 'a1 b2', 'a1 b2', []],
  ['the same in another order', 'a1 b2 a3', 'a3 a1 b2', []],
  ['another answer', 'a1 b2', 'a1 b3', ['b: 2 → 3']],
  ['another answer to one of several', 'a1 a2 a3', 'a3 a1 a4', ['a: 2 → 4']],
  ['what the old run alone asked', 'a1 b2', 'a1', []],
  ['what the new run alone asked', 'a1', 'a1 b2', []],
])('of %s: %s and %s', (_, olds, news, expected) => {
  expect(unlike(stepsOf(olds), stepsOf(news))).toEqual(expected)
})

test('set-up that another check makes in the new run is no difference', () => {
  const olds = [...stepsOf('a1 a5', 'first'), ...stepsOf('a2', 'second')]
  const news = [...stepsOf('a1', 'first'), ...stepsOf('a2 a5', 'second')]
  expect(unlike(olds, news)).toEqual([])
})

test('shares of a set-up that two checks make the other way round are no difference', () => {
  const olds = [...stepsOf('a1 b5', 'first'), ...stepsOf('a2', 'second')]
  const news = [...stepsOf('a2 b6', 'first'), ...stepsOf('a1', 'second')]
  expect(unlike(olds, news)).toEqual(['b: 5 → 6'])
})

test('values of what only one run asked as often are not compared, for they may be of different things', () => {
  const { unlike: pairs } = pairSteps(stepsOf('a1 a2'), stepsOf('a3'))
  expect([...pairs.values()].flat().map((pair) => [pair.old.own, pair.new.own])).toEqual([[false, false]])
})

test('answers that are the same are counted', () => {
  expect(pairSteps(stepsOf('a1 b2 b3'), stepsOf('a1 b2 b4')).count).toBe(3)
})
