import { expect, test } from 'vitest'
import { requirements } from '../../lib/contract/requirement.ts'
import { foreseeCases, foreseeUntested } from '../../lib/doctor/foresee-untested.ts'
import { discoveryArea, planRun, secondsFor } from '../../lib/doctor/plan-run.ts'
import { areaOf, measuredCost } from '../../lib/run/check-cost.ts'
import type { Check } from '../../lib/run/check.ts'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { Session } from '../../lib/run/session.ts'
import { judgeTarget } from '../../proof/judge/judge-target.ts'
import { startReference } from '../../reference/start-reference.ts'

const checks = await collectChecks()

/** What an actual run of the checks has sent by area, and what it has not looked at. */
async function actualRun(mode: 'read-only' | 'read-write'): Promise<{
  readonly sent: ReadonlyMap<string, number>
  readonly untested: readonly string[]
}> {
  const reference = await startReference({ seed: 'embedded' })
  const areas = new Map(checks.map((check) => [check.title, areaOf(check)]))
  const sent = new Map<string, number>()
  try {
    const record = await judgeTarget({
      baseUrl: reference.baseUrl,
      keys: { own: reference.keys.own },
      mode,
      checks,
      effort: 'standard',
      openSession: (options) =>
        new Session({
          ...options,
          onExchange: ({ check }) => {
            const area = areas.get(check) ?? discoveryArea
            sent.set(area, (sent.get(area) ?? 0) + 1)
          },
        }),
    })
    const evaluated = new Set(record.evaluations.map(({ requirement }) => requirement))
    return { sent, untested: [...requirements.keys()].filter((id) => !evaluated.has(id)) }
  } finally {
    await reference.close()
  }
}

/** Needs that only the target's own answers tell to be met or not. */
const foundOut = new Set(['read', 'fixture:published-product', 'fixture:generated-document'])

const met = (mode: 'read-only' | 'read-write') => (need: string) =>
  need.split('|').some((one) => foundOut.has(one) || (mode === 'read-write' && (one === 'write' || one === 'trace')))
    ? undefined
    : ({ reason: 'missing-fixture', needs: need, remedy: need } as const)

test.each(['read-only', 'read-write'] as const)('the plan is near what a standard run sends (%s)', async (mode) => {
  const { runnable, untested } = foreseeUntested(checks, met(mode))
  const { areas, total } = planRun(runnable, mode)
  const actual = await actualRun(mode)
  const all = [...actual.sent.values()].reduce((sum, count) => sum + count, 0)
  const planned = areas.filter(({ area }) => area !== 'teardown')
  const plannedInAll = planned.reduce((sum, { standard }) => sum + standard.requests, 0)
  expect(plannedInAll / all).toBeGreaterThan(0.85)
  expect(plannedInAll / all).toBeLessThan(1.15)
  const far = planned.filter(({ area, standard }) => {
    // Looks at what creations name are counted for those who ask for them.
    if (area === discoveryArea) return false
    const count = actual.sent.get(area) ?? 0
    // What checks share is sent by whichever comes first, and what is found there costs less than what is made for it.
    return Math.abs(standard.requests - count) > 100 + count / 2
  })
  expect(far.map(({ area, standard }) => [area, standard.requests, actual.sent.get(area)])).toEqual([])
  expect(total.standard.requests).toBeGreaterThanOrEqual(plannedInAll)
  const foreseen: readonly string[] = untested.flatMap(({ ids }) => ids)
  expect(foreseen.filter((id) => !actual.untested.includes(id))).toEqual([])
  // A few more find out under way that the data of the target gives them nothing to look at.
  expect(actual.untested.filter((id) => !foreseen.includes(id)).length).toBeLessThan(20)
})

test('nearly every check has been measured: node bench/costs.ts measures those that are new', () => {
  const unmeasured = checks.filter(({ title }) => !measuredCost(title, { mode: 'read-write', effort: 'standard' }))
  expect(unmeasured.length).toBeLessThan(checks.length / 5)
})

test('cases are foreseen as a report counts them', () => {
  const [all, none] = [
    foreseeCases(checks, { runnable: checks, mode: 'read-write' }),
    foreseeCases(checks, { runnable: [], mode: 'read-only' }),
  ]
  expect(all.looked).toBe(all.known)
  expect(none.looked).toBeGreaterThan(0)
  expect(none.looked).toBeLessThan(all.known / 2)
})

const check = (verifies: Check['verifies'], needs: Check['needs']): Check => ({
  title: verifies.join(' '),
  kind: 'scenario',
  verifies,
  needs,
  covers: [],
  serial: false,
  run: () => Promise.resolve(),
})

test('what enables more comes first, and allowing traces is not asked for twice', () => {
  const { untested, runnable } = foreseeUntested(
    [
      check(['PN-01'], ['write', 'trace']),
      check(['PN-02'], ['write']),
      check(['PN-03'], ['write']),
      check(['PN-04'], []),
    ],
    (need) =>
      need === 'write'
        ? { reason: 'writes-not-allowed', remedy: 'allow writes' }
        : { reason: 'traces-not-allowed', remedy: 'allow traces' },
  )
  expect(runnable.map(({ title }) => title)).toEqual(['PN-04'])
  const named = untested.filter(({ remedy }) => remedy.startsWith('allow'))
  expect(named).toEqual([
    { remedy: 'allow writes', ids: ['PN-02', 'PN-03'] },
    { remedy: 'allow traces', ids: ['PN-01'] },
  ])
})

test('time is the longest of latency, rate limit and spacing', () => {
  const pace = { medianMs: 80, concurrency: 8, rateLimit: undefined, maxRequestsPerSecond: undefined }
  const requests = { requests: 1000, serial: 0 }
  expect(secondsFor(requests, pace)).toBe(12)
  expect(secondsFor({ requests: 1000, serial: 100 }, pace)).toBeCloseTo(2 + 9 + 8.15)
  // Where answers come at once, the suite's own work takes longer.
  expect(secondsFor(requests, { ...pace, medianMs: 1 })).toBe(3.5)
  expect(secondsFor(requests, { ...pace, rateLimit: { limit: 100, windowSeconds: 60 } })).toBe(600)
  expect(secondsFor(requests, { ...pace, maxRequestsPerSecond: 5 })).toBe(200)
})
