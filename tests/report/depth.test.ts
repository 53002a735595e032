import { expect, test } from 'vitest'
import { requirements } from '../../lib/contract/requirement.ts'
import { terminalSummary } from '../../lib/cli/terminal.ts'
import { assembleReport } from '../../lib/report/assemble-report.ts'
import { htmlPage } from '../../lib/report/html/html-page.ts'
import { junitXml } from '../../lib/report/junit-xml.ts'
import { summaryMarkdown } from '../../lib/report/summary-markdown.ts'
import { record, runFacts } from './prepared.ts'
import { runDocument } from '../../lib/report/document/run-document.ts'

const declared = ['one', 'two', 'three'].map((title) => ({ case: title, requirements: ['PN-06' as const] }))
const untested = ['two', 'three'].map((check) => ({
  requirement: 'PN-06' as const,
  check,
  reason: 'traces-not-allowed' as const,
  remedy: 'allow traces',
}))
const report = assembleReport(
  record({ declared, untested, evaluations: [{ requirement: 'PN-06', check: 'one', count: 1 }] }),
  runFacts(),
)
const known = report.requirements.reduce((sum, { cases }) => sum + cases.known, 0).toLocaleString('en-US')
const part = `1 of ${requirements.size} requirements, 1 of ${known} cases evaluated`

test('the terminal says what part was looked at, and what keeps the rest of it', () => {
  const text = terminalSummary(runDocument(report), 'reports')
  expect(text).toContain(part)
  expect(text).toContain('2 cases of 1 requirement not evaluated, traces-not-allowed: allow traces')
})

test('the summary says what part was looked at, and which verdicts rest on a part of their cases', () => {
  const text = summaryMarkdown(runDocument(report))
  expect(text).toContain(part)
  expect(text).toContain('PN-06 conforms, 1 of 3 cases')
})

test('junit says of a passed requirement in how many of its cases it was looked at', () => {
  expect(junitXml(runDocument(report))).toContain('<system-out>conforms, 1 of 3 cases</system-out>')
})

test('the page says what part was looked at, at the top and in the cell of the requirement', () => {
  const page = htmlPage(runDocument(report))
  expect(page).toContain(part)
  expect(page).toMatch(/cell conforms partial"[^>]*title="PN-06, conforms, 1 of 3 cases:/)
})
