import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { mayWrite, priceOf } from '../../lib/run/check-cost.ts'
import { orderChecks, type Ordering } from '../../lib/run/check-order.ts'
import { firstCases } from '../../lib/run/first-cases.ts'
import type { Check } from '../../lib/run/check.ts'
import { planChecks } from '../../lib/run/planned-checks.ts'
import { plannedRequests } from '../../lib/run/request-bound.ts'
import { RequestBudget } from '../../lib/run/request-budget.ts'

const checks = await collectChecks()
const run = { mode: 'read-write', effort: 'standard' } as const
const everything: Ordering = { priceOf: (check) => priceOf(check, run), isRunnable: () => true }
const ordered = orderChecks(checks, everything)

function sideBySideOf(order: readonly Check[]): readonly Check[] {
  return order.filter(({ serial, when }) => !serial && when === undefined)
}

function casesOf({ verifies, covers }: Check): readonly string[] {
  return [...verifies, ...covers]
}

test('every check is run once, and in the same order each time', () => {
  expect(new Set(ordered)).toEqual(new Set(checks))
  expect(ordered).toHaveLength(checks.length)
  expect(orderChecks(checks, everything)).toEqual(ordered)
})

test.each([true, false])('first cases that only read come before writes (bounded: %s)', (isBounded) => {
  const firsts = new Set(firstCases(checks, everything).map(({ check }) => check))
  const begun = sideBySideOf(orderChecks(checks, { ...everything, isBounded }))
  const reads = begun.map((check) => firsts.has(check) && !mayWrite(check))
  expect(reads.lastIndexOf(true)).toBe(reads.indexOf(false) - 1)
})

test('the first case of each requirement comes before the second of any if the run may end early', () => {
  const firsts = new Set(firstCases(checks, everything).map(({ check }) => check))
  const ends = sideBySideOf(orderChecks(checks, { ...everything, isBounded: true })).map((check) => firsts.has(check))
  expect(ends.lastIndexOf(true)).toBe(ends.indexOf(false) - 1)
  const reached = new Set([...firsts].flatMap((check) => [...casesOf(check), ...priceOf(check, run).judged]))
  expect(checks.flatMap(casesOf).filter((id) => !reached.has(id))).toEqual([])
})

/** Checks that write, by what each verifies, sends itself and needs as set-up. */
const imagined = {
  'a first case': { id: 'PN-01', own: 1, setUps: [] },
  'a second case': { id: 'PN-01', own: 1, setUps: [] },
  'a third case': { id: 'PN-01', own: 1, setUps: [] },
  'a dear first case': { id: 'PN-02', own: 5, setUps: [] },
  'a set-up and a case': { id: 'PN-03', own: 1, setUps: [[7, 2.6]] },
  'a case with the same set-up': { id: 'PN-04', own: 2.2, setUps: [[7, 2.6]] },
} as const

function orderOfImagined(isBounded: boolean): readonly string[] {
  const some = Object.entries(imagined).map(([title, { id }]): Check => ({
    title,
    kind: 'scenario',
    verifies: [id],
    needs: ['write'],
    covers: [],
    serial: false,
    run: () => Promise.resolve(),
  }))
  const prices = new Map(Object.entries(imagined))
  const imaginedPrice: Ordering['priceOf'] = ({ title }) => {
    const { own = 0, setUps = [] } = prices.get(title) ?? {}
    return { own, setUps: new Map(setUps), silent: [], judged: [], creates: false }
  }
  return orderChecks(some, { priceOf: imaginedPrice, isRunnable: () => true, isBounded }).map(({ title }) => title)
}

test('a case that tells more per request comes first: earlier cases and set-ups that are made count', () => {
  expect(orderOfImagined(false)).toEqual([
    'a first case',
    'a second case',
    'a set-up and a case',
    'a case with the same set-up',
    'a third case',
    'a dear first case',
  ])
  expect(orderOfImagined(true).slice(-2)).toEqual(['a second case', 'a third case'])
})

test('first cases that need the quiet stand at the beginning, and what may lock the client out at the end', () => {
  const firsts = new Set(firstCases(checks, everything).map(({ check }) => check))
  const quiet = ordered.map(
    (check) =>
      firsts.has(check) &&
      check.serial &&
      !mayWrite(check) &&
      !priceOf(check, run).creates &&
      !check.needs.join().includes('small-limit'),
  )
  expect(quiet).toContain(true)
  expect(quiet.lastIndexOf(true)).toBe(quiet.indexOf(false) - 1)
  const last = ordered.map(({ when }) => when === 'last')
  expect(last.lastIndexOf(false)).toBe(last.indexOf(true) - 1)
})

test('what cannot run is no first case', () => {
  const firsts = firstCases(checks, { ...everything, isRunnable: (check) => !mayWrite(check) })
  expect(firsts.filter(({ check }) => mayWrite(check))).toEqual([])
})

test.each([
  { effort: 'smoke', mode: 'read-only' },
  { effort: 'smoke', mode: 'read-write' },
  { effort: 'quick', mode: 'read-write' },
] as const)('a $effort run is planned within its requests ($mode)', ({ effort, mode }) => {
  const most = plannedRequests[effort][mode]
  const part = { mode, effort }
  const planned = planChecks(checks, part, { isRunnable: (check) => mode === 'read-write' || !mayWrite(check) })
  const setUps = new Map(planned.flatMap((check) => [...priceOf(check, part).setUps]))
  const own = planned.reduce((sum, check) => sum + priceOf(check, part).own, 0)
  expect([...setUps.values()].reduce((sum, requests) => sum + requests, own)).toBeLessThanOrEqual(most)
  expect(planned.length).toBeGreaterThan(most / 8)
})

test('a quick run comes to every requirement, and makes every check of a selection', () => {
  const quick = { mode: 'read-write', effort: 'quick' } as const
  const planned = planChecks(checks, quick, everything)
  expect(planned.length).toBeLessThan(checks.length)
  expect(new Set(planned.flatMap(casesOf))).toEqual(new Set(checks.flatMap(casesOf)))
  expect(planChecks(checks, { ...quick, only: 'PN' }, everything)).toHaveLength(checks.length)
})

test('a quick run keeps the checks that it cannot run: they send nothing and say what they need', () => {
  const readOnly = { mode: 'read-only', effort: 'quick' } as const
  const planned = new Set(planChecks(checks, readOnly, { isRunnable: (check) => !mayWrite(check) }))
  expect(checks.filter((check) => mayWrite(check) && !planned.has(check))).toEqual([])
})

test('what is kept for the end is there at the end', async () => {
  let sent = 0
  const budget = new RequestBudget({ maxRequests: 10, sent: () => sent })
  const send = (requests: number) => async () => {
    sent += requests
    return requests
  }
  budget.keep(3, new Set(['the last check']))
  expect(await budget.within(7, send(7))).toBe(7)
  expect(await budget.within(1, send(1))).toBeUndefined()
  expect(await budget.within(3, send(3), 'the last check')).toBe(3)
})

test('a check begins only where the requests that are left will do, whatever others have reserved', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 20 }), fc.nat(40), async (needs, most) => {
      let sent = 0
      const budget = new RequestBudget({ maxRequests: most, sent: () => sent })
      const outcomes = await Promise.all(
        needs.map((requests) =>
          budget.within(requests, async () => {
            for (let at = 0; at < requests; at += 1) {
              await Promise.resolve()
              sent += 1
            }
            return requests
          }),
        ),
      )
      const made = outcomes.filter((outcome) => outcome !== undefined)
      expect(sent).toBe(made.reduce((sum, requests) => sum + requests, 0))
      expect(sent).toBeLessThanOrEqual(most)
      // What did not begin would not have fitted.
      const unbegun = needs.filter((_, at) => outcomes[at] === undefined)
      expect(unbegun.filter((requests) => sent + requests <= most)).toEqual([])
    }),
  )
})
