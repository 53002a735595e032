import { expect, test } from 'vitest'
import { assembleReport } from '../../lib/report/assemble-report.ts'
import { conformanceJson, reportFrom } from '../../lib/report/conformance-json.ts'
import { record, runFacts } from './prepared.ts'

const untested = [
  { requirement: 'PN-04', check: 'one', reason: 'missing-fixture', needs: 'write', remedy: 'allow writes' },
  { requirement: 'PN-05', check: 'one', reason: 'deadline', cause: 'no time was left' },
] as const
const report = assembleReport(record({ untested }), runFacts())

test('the file has one word, `enable`, for what stands in the way and for what to do', () => {
  const { requirements } = JSON.parse(conformanceJson(report))
  const rows: readonly { readonly id: string; readonly untested?: unknown }[] = requirements
  const told = rows.filter(({ id }) => id === 'PN-04' || id === 'PN-05').map((row) => row.untested)
  expect(told).toEqual([
    { reason: 'missing-fixture', needs: 'write', enable: 'allow writes' },
    { reason: 'deadline', enable: 'no time was left' },
  ])
})

test('what is written is read again as it was', () => {
  const text = conformanceJson(report)
  expect(conformanceJson(reportFrom(JSON.parse(text)))).toBe(text)
})
