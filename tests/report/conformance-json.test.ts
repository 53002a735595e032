import { expect, test } from 'vitest'
import { assembleReport } from '../../lib/report/assemble-report.ts'
import { conformanceJson, reportFrom } from '../../lib/report/conformance-json.ts'
import { finding, record, runFacts } from './prepared.ts'

const untested = [
  { requirement: 'PN-04', check: 'one', reason: 'missing-fixture', needs: 'write', remedy: 'allow writes' },
  { requirement: 'PN-05', check: 'one', reason: 'deadline', cause: 'no time was left' },
] as const
const found = finding({ requirement: 'PN-06', claim: 'a claim', received: '201' })
const report = assembleReport(record({ untested, findings: [found] }), runFacts())
const rows: readonly { readonly id: string; readonly untested?: unknown; readonly findings: readonly unknown[] }[] =
  JSON.parse(conformanceJson(report)).requirements

test('the file says what stood in the way, or what would let it be evaluated', () => {
  const told = rows.filter(({ id }) => id === 'PN-04' || id === 'PN-05').map((row) => row.untested)
  expect(told).toEqual([
    { reason: 'missing-fixture', needs: 'write', enable: 'allow writes' },
    { reason: 'deadline', reasonText: 'no time was left' },
  ])
})

test('the file calls what was claimed `message`, and what was received `actual`', () => {
  const [written] = rows.flatMap(({ findings }) => findings)
  expect(written).toMatchObject({ message: 'a claim', actual: '201', signature: found.signature })
  expect(written).not.toHaveProperty('requirement')
})

test('what is written is read again as it was', () => {
  const text = conformanceJson(report)
  expect(conformanceJson(reportFrom(JSON.parse(text)))).toBe(text)
})
