import { expect, test } from 'vitest'
import { assembleReport } from '../../lib/report/assemble-report.ts'
import { mergeRecords } from '../../lib/merge/merge-records.ts'
import { record, runFacts } from './prepared.ts'

const evaluations = [
  { requirement: 'WS-01', check: 'lists', count: 3 },
  { requirement: 'PAGE-01', check: 'lists', count: 9 },
  { requirement: 'PAGE-02', check: 'lists', count: 1 },
  { requirement: 'WS-02', check: 'gets', count: 1 },
] as const

test('requests are counted to the area of most of what their check verifies, and what set the run up comes last', () => {
  const traffic = [
    { check: 'discovery of the dialect', exchanges: 4, durationMs: 8 },
    { check: 'gets', exchanges: 1, durationMs: 1.234 },
    { check: 'lists', exchanges: 2, durationMs: 10 },
  ]
  expect(assembleReport(record({ evaluations, traffic }), runFacts()).traffic).toEqual([
    { area: 'PAGE', checks: 1, exchanges: 2, durationMs: 10 },
    { area: 'WS', checks: 1, exchanges: 1, durationMs: 1.23 },
    { checks: 1, exchanges: 4, durationMs: 8 },
  ])
})

test('a record that does not tell gives no traffic', () => {
  expect(assembleReport(record({ evaluations }), runFacts()).traffic).toBeUndefined()
})

test('what several workers sent for a check is added up', () => {
  const one = record({ traffic: [{ check: 'gets', exchanges: 1, durationMs: 2 }] })
  const other = record({ traffic: [{ check: 'gets', exchanges: 5, durationMs: 2 }] })
  expect(mergeRecords([one, other, record()]).traffic).toEqual([{ check: 'gets', exchanges: 6, durationMs: 4 }])
})
