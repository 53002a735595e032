import { expect, test } from 'vitest'
import { assembleReport } from '../../lib/report/assemble-report.ts'
import { conformanceJson } from '../../lib/report/conformance-json.ts'
import { htmlPage } from '../../lib/report/html/html-page.ts'
import { mergeRecords } from '../../lib/merge/merge-records.ts'
import { attribute, parsePage, textOf } from './html/parsed-page.ts'
import { exchange, finding, record, runFacts } from './prepared.ts'
import { runDocument } from '../../lib/report/document/run-document.ts'

const long = exchange({
  responseBody: 'x'.repeat(1000),
  responseHeaders: { server: 'nginx', 'content-type': 'text/json', 'x-request-id': 'r-1' },
})
const seen = record({
  evaluations: [
    { requirement: 'WS-01', check: 'workspaces are listed', count: 3 },
    {
      requirement: 'WS-01',
      check: 'a list counts its entries correctly and shows none twice',
      case: 'listWorkspaces',
      count: 9,
    },
    { requirement: 'PN-04', check: 'a number is refused', count: 1 },
  ],
  evidence: [
    { requirement: 'WS-01', check: 'workspaces are listed', endpoints: ['listWorkspaces'], exchange: long },
    { requirement: 'PN-04', check: 'a number is refused', endpoints: ['createProduct'], exchange: long },
  ],
  findings: [finding({ requirement: 'PN-04' })],
})
const report = assembleReport(seen, runFacts())

function evidenceOf(id: string) {
  return report.requirements.find((requirement) => requirement.id === id)?.evidence
}

test('what conforms has its checks by name with their places, and one exchange in short', () => {
  const evidence = evidenceOf('WS-01')
  expect(evidence?.checks).toEqual([
    { check: 'workspaces are listed', cases: [] },
    { check: 'a list counts its entries correctly and shows none twice', cases: ['listWorkspaces'] },
  ])
  expect(evidence?.exchange?.responseHeaders).toEqual({ 'content-type': 'text/json' })
  expect(evidence?.exchange?.responseBody.length).toBeLessThan(450)
  expect(evidenceOf('PN-04')?.exchange).toBeUndefined()
  expect(evidenceOf('PROD-01')).toBeUndefined()
  expect(conformanceJson(report)).toContain('"check":"workspaces are listed"')
})

test('workers that evaluated the same requirement give one exchange and the endpoints of all', () => {
  const other = record({
    evidence: [{ requirement: 'WS-01', check: 'another', endpoints: ['getWorkspace'], exchange: exchange() }],
  })
  const merged = mergeRecords([seen, other]).evidence?.find(({ requirement }) => requirement === 'WS-01')
  expect(merged).toMatchObject({ check: 'workspaces are listed', endpoints: ['getWorkspace', 'listWorkspaces'] })
})

test('the page opens what conforms to its checks and the exchange, and knows the endpoints', () => {
  const { elements } = parsePage(htmlPage(runDocument(report)))
  const entry = elements.find((element) => attribute(element, 'id') === 'WS-01')
  const text = entry ? textOf(entry).replaceAll(/\s+/g, ' ') : ''
  for (const part of [
    'workspaces are listed',
    'a list counts its entries correctly and shows none twice at listWorkspaces',
    'GET /v1/public/products',
    'text/json',
  ])
    expect(text).toContain(part)
  expect(entry && attribute(entry, 'data-endpoint')?.split(' ')).toContain('listWorkspaces')
})
