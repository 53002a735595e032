import { expect, test } from 'vitest'
import { compareReports } from '../../lib/compare/compare-reports.ts'
import { comparisonDocument } from '../../lib/compare/comparison-document.ts'
import { resultText } from '../../lib/report/result-text.ts'
import { reportWith } from './prepared-reports.ts'

const declared = ['one', 'two'].map((title) => ({ case: title, requirements: ['PN-06' as const] }))
const look = (check: string) => ({ requirement: 'PN-06' as const, check, count: 1 })
const deep = reportWith({ declared, evaluations: [look('one'), look('two')] })
const shallow = reportWith({ declared, evaluations: [look('one')] })

test('a verdict that rests on fewer cases is lost depth, and no change of verdict', () => {
  const comparison = compareReports(deep, shallow)
  const [one, two] = [
    { looked: 2, known: 2 },
    { looked: 1, known: 2 },
  ]
  expect(comparison.depth).toEqual([{ id: 'PN-06', change: 'lost', old: one, new: two }])
  expect([comparison.newlyUntested, comparison.regressions]).toEqual([[], []])
  expect(resultText(comparisonDocument(comparison))).toMatch(/fewer cases evaluated[^]*PN-06: 2 of 2 cases → 1 of 2/)
})

test('lost depth fails a comparison where that is asked for, gained depth does not', () => {
  expect(compareReports(deep, shallow, { failOn: ['depth'] }).regressions).toEqual(['drift of depth: 1'])
  expect(compareReports(shallow, deep, { failOn: ['depth'] }).regressions).toEqual([])
})
