import { describe, expect, test } from 'vitest'
import { validate } from '../../lib/contract/schema-registry.ts'
import { compareReports } from '../../lib/compare/compare-reports.ts'
import type { ConformanceReport } from '../../lib/report/conformance-report.ts'
import { exchange, finding, runFacts } from '../report/prepared.ts'
import { reportWith, withoutEvaluationsOf } from './prepared-reports.ts'

const sound = reportWith()
const violated = reportWith({ findings: [finding()] })
const ids = (rows: ReadonlyArray<{ readonly id: string }>): string[] => rows.map(({ id }) => id)
const observing = (value: string): ConformanceReport =>
  reportWith({ observations: [{ requirement: 'PN-24', name: 'number in use', value }] })

const named = (value: string, source: string): ConformanceReport =>
  reportWith({ dialect: { itemParameter: { value, source } } })

/** The report of a suite that knows one requirement less. */
function withoutRow(report: ConformanceReport, id: string): ConformanceReport {
  const suite = { ...report.suite, version: '0.0.9', requirementsDigest: `sha256:${'0'.repeat(64)}` }
  return { ...report, suite, requirements: report.requirements.filter((row) => row.id !== id) }
}

function seeing(statuses: number[], medianMs: number, value: string): ConformanceReport {
  return reportWith({
    coverage: {
      endpoints: [{ endpoint: 'getProduct', method: 'GET', path: '/p', exchanges: 9, statuses, medianMs }],
      fields: [{ schema: 'product', field: value, seen: 1 }],
      enumValues: [{ schema: 'error', field: 'error', value, seen: 1 }],
    },
  })
}

test('a run differs in nothing from itself', () => {
  const comparison = compareReports(violated, violated, { failOn: ['findings', 'observations', 'coverage'] })
  const { schemaVersion: _, old: _old, new: _new, ...differences } = comparison
  expect(Object.values(differences).flat()).toEqual([])
})

test('an old run that was started after the new one is told', () => {
  const later = { ...sound, target: { ...sound.target, startedAt: '2999-01-01T00:00:00.000Z' } }
  const told = 'the old run started after the new one: the two may be swapped'
  expect(compareReports(later, sound).runs).toEqual([told])
  expect(compareReports(sound, later).runs).toEqual([])
})

describe('transitions', () => {
  test('a violation that was none is a regression', () => {
    const { newlyViolated, regressions } = compareReports(sound, violated)
    expect(newlyViolated).toMatchObject([{ id: 'PN-04', old: 'conforms', why: 'expected 409, received 201' }])
    expect(regressions).toEqual(['newly violated: PN-04'])
  })

  test('one where nobody looked before is a regression too', () => {
    expect(compareReports(withoutEvaluationsOf('PN-04'), violated).regressions).toEqual(['newly violated: PN-04'])
  })

  test('an accepted one, or one that only warns, is shown and fails nothing', () => {
    const { signature = '' } = violated.requirements.find(({ id }) => id === 'PN-04')?.findings[0] ?? {}
    const entry = { requirement: 'PN-04', signature, reason: 'r', owner: 'o', expires: '2031-01-01' }
    const accepted = compareReports(sound, reportWith({ findings: [finding()] }, { deviations: [entry] }))
    expect(accepted).toMatchObject({ newlyViolated: [{ id: 'PN-04', accepted: true }], regressions: [] })
    const implied = { findings: [finding({ requirement: 'AUTH-06' })] }
    const warning = compareReports(sound, reportWith(implied, { documentedOnly: true }))
    expect(warning).toMatchObject({ newlyViolated: [{ id: 'AUTH-06', accepted: true }], regressions: [] })
  })

  test('a violation that is gone is fixed', () => {
    const comparison = compareReports(violated, sound)
    expect(ids(comparison.fixed)).toEqual(['PN-04'])
    expect(comparison.regressions).toEqual([])
  })

  test('what nobody looks at any more is not fixed: a weaker run is no pass', () => {
    for (const old of [sound, violated]) {
      const comparison = compareReports(old, withoutEvaluationsOf('PN-04'))
      expect(ids(comparison.newlyUntested)).toEqual(['PN-04'])
      expect(comparison.fixed).toEqual([])
      expect(comparison.regressions).toEqual(['documented and newly untested: PN-04'])
    }
  })

  test('of an implied requirement that is told, and no regression', () => {
    const comparison = compareReports(sound, withoutEvaluationsOf('AUTH-06'))
    expect(ids(comparison.newlyUntested)).toEqual(['AUTH-06'])
    expect(comparison.regressions).toEqual([])
  })

  test('what somebody looks at for the first time is no regression', () => {
    const comparison = compareReports(withoutEvaluationsOf('PN-04'), sound)
    expect(ids(comparison.newlyLookedAt)).toEqual(['PN-04'])
    expect(comparison.regressions).toEqual([])
  })

  test('another breach of a violated requirement is told, and fails where that is asked for', () => {
    const other = reportWith({ findings: [finding({ fingerprint: 'another', claim: 'another' })] })
    const comparison = compareReports(violated, other)
    expect(comparison.findings.map(({ change, message }) => [change, message])).toEqual([
      ['appeared', 'another'],
      ['disappeared', finding().claim],
    ])
    expect(comparison.regressions).toEqual([])
    expect(compareReports(violated, other, { failOn: ['findings'] }).regressions).toEqual(['drift of findings: 2'])
  })

  test('a run that ended in an error is a regression', () => {
    expect(compareReports(sound, reportWith({}, { error: 'unreachable' })).regressions).toEqual([
      'the new run ended in an error',
    ])
  })
})

describe('the suite', () => {
  test('that is the same leaves the difference to the target', () => {
    expect(compareReports(sound, violated).suite).toEqual([])
  })

  test('that has changed is called so, and its requirements stand apart from the verdicts', () => {
    const comparison = compareReports(withoutRow(sound, 'PN-04'), violated)
    expect(comparison.suite).toEqual(['version: 0.0.9 → 0.1.0', 'the sets of requirements differ'])
    expect(comparison).toMatchObject({
      added: [{ id: 'PN-04', verdict: 'violated' }],
      newlyViolated: [],
      regressions: [],
    })
    expect(compareReports(violated, withoutRow(sound, 'PN-04'))).toMatchObject({
      removed: [{ id: 'PN-04', verdict: 'violated' }],
      fixed: [],
      regressions: [],
    })
  })

  test('a requirement of another kind is named', () => {
    const requirements = sound.requirements.map((row) =>
      row.id === 'PN-04' ? { ...row, kind: 'implied' as const } : row,
    )
    expect(compareReports({ ...sound, requirements }, sound).suite).toEqual(['reworded or of another kind: PN-04'])
  })
})

test('how the runs were made differently is told', () => {
  const target = { ...runFacts().target, effort: 'thorough' as const, mode: 'read-only' as const, seed: 7 }
  const other = reportWith({}, { target, selected: new Set(['PN-04'] as const) })
  expect(compareReports(sound, other).runs).toEqual([
    'mode: read-write → read-only',
    'effort: standard → thorough',
    'seed: 42 → 7',
    expect.stringMatching(/^selection: everything → all but \d+ requirements$/),
  ])
})

test('findings with signatures of 0.1.0 are matched by requirement and endpoint, and that is told', () => {
  const old = reportWith({ findings: [{ ...finding(), signature: '0123456789ab' }] })
  const elsewhere = finding({ fingerprint: 'b', exchanges: [exchange({ path: '/v1/public/items' })] })
  const comparison = compareReports(old, reportWith({ findings: [finding(), elsewhere] }))
  expect(comparison.findings.map(({ signature, change }) => [signature, change])).toEqual([
    [elsewhere.signature, 'appeared'],
  ])
  expect(comparison.suite).toContainEqual(expect.stringContaining('matched by requirement and endpoint'))
  expect(compareReports(violated, violated).suite).toEqual([])
})

describe('drift', () => {
  test('of what the contract leaves open is told, and fails where that is asked for', () => {
    const [old, now] = [observing('409 taken'), observing('422 validation_error')]
    expect(compareReports(old, now)).toMatchObject({
      observations: [{ of: 'PN-24', name: 'number in use', old: ['409 taken'], new: ['422 validation_error'] }],
      regressions: [],
    })
    expect(compareReports(old, now, { failOn: ['observations'] }).regressions).toEqual(['drift of observations: 1'])
  })

  test('of nothing is told where one of the runs did not look', () => {
    const comparison = compareReports(observing('409 taken'), sound)
    expect(comparison.observations).toEqual([])
    expect(ids(comparison.newlyUntested)).toEqual(['PN-24'])
  })

  test('of the names that the contract leaves open is told, how they were found is not', () => {
    expect(compareReports(named('item_id', 'candidate'), named('item_id', 'declared')).observations).toEqual([])
    expect(compareReports(named('item_id', 'candidate'), named('itemId', 'candidate')).observations).toEqual([
      { of: 'dialect', name: 'itemParameter', old: ['item_id'], new: ['itemId'] },
    ])
  })

  test('of times is told to a tenth of a millisecond', () => {
    const comparison = compareReports(seeing([200], 3.0123456, 'name'), seeing([200], 9.98765, 'name'))
    expect(comparison.latency).toEqual([{ endpoint: 'getProduct', oldMs: 3, newMs: 10, ratio: 3.32 }])
  })

  test('of statuses, fields and values is told, times are information', () => {
    const [old, now] = [seeing([200], 10, 'name'), seeing([200, 500], 40, 'title')]
    const comparison = compareReports(old, now, { failOn: ['coverage'] })
    expect(comparison.coverage.map(({ sort, name, change }) => `${sort} ${name} ${change}`)).toEqual([
      'status getProduct 500 appeared',
      'field product.title appeared',
      'field product.name disappeared',
      'value error.error = title appeared',
      'value error.error = name disappeared',
    ])
    expect(comparison.latency).toEqual([{ endpoint: 'getProduct', oldMs: 10, newMs: 40, ratio: 4 }])
    expect(comparison.regressions).toEqual(['drift of coverage: 5'])
    expect(compareReports(old, now).regressions).toEqual([])
  })
})

test('a comparison keeps its schema, with everything in it', () => {
  const other = finding({ requirement: 'PN-05' })
  const old = withoutEvaluationsOf('PROD-01', { findings: [finding({ fingerprint: 'a' }), other], dialect: { a: 'b' } })
  const now = withoutRow(seeing([500], 4, 'x'), 'AUTH-01')
  for (const comparison of [compareReports(old, reportWith({ findings: [finding()] })), compareReports(old, now)])
    expect(validate('formats/comparison.json', JSON.parse(JSON.stringify(comparison)))).toEqual([])
})
