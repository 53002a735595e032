import { expect, test } from 'vitest'
import { historyText } from '../../lib/compare/history/history-text.ts'
import { historyOf, newestRuns } from '../../lib/compare/history/history.ts'
import type { ConformanceReport } from '../../lib/report/conformance-report.ts'
import { finding, runFacts } from '../report/prepared.ts'
import { reportWith, withoutEvaluationsOf } from './prepared-reports.ts'

function on(day: number, report: ConformanceReport): ConformanceReport {
  return { ...report, target: { ...report.target, startedAt: `2030-05-0${day}T10:00:00.000Z` } }
}

function answering(medianMs: number, value: string): ConformanceReport {
  return reportWith({
    observations: [{ requirement: 'PN-24', name: 'number in use', value }],
    coverage: {
      endpoints: [{ endpoint: 'getProduct', method: 'GET', path: '/p', exchanges: 9, statuses: [200], medianMs }],
      fields: [],
      enumValues: [],
    },
  })
}

const runs = [on(3, reportWith()), on(1, withoutEvaluationsOf('PN-04')), on(2, reportWith({ findings: [finding()] }))]
const history = historyOf(runs.map((report) => ({ report })))

test('runs stand in the order in which they began, whatever the order in which they are given', () => {
  expect(history.runs.map(({ startedAt }) => startedAt.slice(0, 10))).toEqual([
    '2030-05-01',
    '2030-05-02',
    '2030-05-03',
  ])
})

test('a requirement has its verdict in each run, and is said to have changed where two differ', () => {
  const changed = history.rows.filter((row) => row.changed)
  expect(changed.map(({ id, cells }) => [id, cells.map((cell) => cell?.mark)])).toEqual([
    ['PN-04', ['untested', 'violated', 'conforms']],
  ])
  expect(history.steps.map(({ newlyViolated, fixed }) => [newlyViolated.length, fixed.length])).toEqual([
    [1, 0],
    [0, 1],
  ])
})

test('a requirement that a catalogue does not have is no change', () => {
  const [first] = runs
  const smaller = first && { ...first, requirements: first.requirements.filter(({ id }) => id !== 'PN-04') }
  const two = historyOf([first, smaller].flatMap((report) => (report ? [{ report }] : [])))
  expect(two.rows.find(({ id }) => id === 'PN-04')).toMatchObject({
    changed: false,
    cells: [{ mark: 'conforms' }, undefined],
  })
})

test('what drifts is told with what every run that looked observed', () => {
  const drifted = historyOf([
    { report: on(1, answering(10, '409')) },
    { report: on(2, withoutEvaluationsOf('PN-24')) },
    { report: on(3, answering(50, '422')) },
  ])
  expect(drifted.observations).toEqual([{ of: 'PN-24', name: 'number in use', values: [['409'], undefined, ['422']] }])
  const text = historyText(drifted)
  expect(text).toContain('PN-24 number in use: 409 → not evaluated → 422')
  expect(text).toContain('getProduct: 10 → · → 50')
})

test('the text shows runs, changes from each to the next, and the verdicts side by side', () => {
  const text = historyText(history)
  expect(text).toMatch(/^3 runs, oldest first\n/)
  expect(text).toMatch(/From run 1 to 2\n {2}Newly violated \(1\)\n {4}PN-04 untested → violated/)
  expect(text).toMatch(/From run 2 to 3\n {2}Fixed \(1\)\n/)
  expect(text).toMatch(/PN-04 +- ✗ ✓ {2}/)
})

test('one run alone is a history, in which nothing changed', () => {
  const alone = historyText(historyOf([{ report: reportWith({}, runFacts()) }]))
  expect(alone).toMatch(/^1 run\n/)
  expect(alone).not.toContain('From run')
})

test('the newest runs keep what belongs to them', () => {
  const two = newestRuns(history, 2)
  expect(two.runs).toEqual(history.runs.slice(1))
  expect(two.steps).toEqual(history.steps.slice(1))
  expect(two.rows.every(({ cells }) => cells.length === 2)).toBe(true)
})
