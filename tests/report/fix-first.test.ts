import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import type { JournalRecord } from '../../lib/checks/journal.ts'
import { terminalSummary } from '../../lib/cli/terminal.ts'
import { rendered } from '../../lib/client/output.ts'
import type { RequirementId } from '../../lib/contract/requirement.ts'
import { assembleReport } from '../../lib/report/assemble-report.ts'
import { runDocument, type RunDocument } from '../../lib/report/document/run-document.ts'
import { htmlPage } from '../../lib/report/html/html-page.ts'
import { summaryMarkdown } from '../../lib/report/summary-markdown.ts'
import { attribute, parsePage, textOf } from './html/parsed-page.ts'
import { exchange, finding, record, runFacts } from './prepared.ts'

const keyless = finding({
  requirement: 'AUTH-02',
  kind: 'status',
  expected: '401',
  received: '204',
  exchanges: [exchange({ method: 'DELETE', actor: 'none', status: 204, path: '/v1/public/products/a' })],
})

function blocked(requirement: RequirementId, by: RequirementId, check = `a check of ${requirement}`) {
  return { requirement, check, reason: 'blocked', blockedBy: [by], remedy: `fix ${by} first` } as const
}

/** PN-04 blocks one case and PN-06 two, of which one waits for what waits for it. */
const parts: Partial<JournalRecord> = {
  findings: [
    finding({ requirement: 'PN-04', check: 'one', exchanges: [exchange({ responseBody: '{"id":"a"}' })] }),
    finding({ requirement: 'PN-06', check: 'other', exchanges: [exchange({ responseBody: '{"id":"b"}' })] }),
  ],
  untested: [blocked('PN-05', 'PN-04'), blocked('PN-07', 'PN-06'), blocked('PN-08', 'PN-07')],
  declared: (['PN-05', 'PN-07', 'PN-08'] as const).map((id) => ({ case: `a check of ${id}`, requirements: [id] })),
}

function documentOf({ findings = [], ...others }: Partial<JournalRecord>): RunDocument {
  return runDocument(assembleReport(record({ findings, ...others }), runFacts()))
}

function ids({ violations }: RunDocument): readonly string[] {
  return violations.map(({ requirement: { id } }) => id)
}

test('what blocks most is to be fixed first, and what it blocks stands under it', () => {
  const document = documentOf(parts)
  expect(ids(document)).toEqual(['PN-06', 'PN-04'])
  expect(document.violations.map(({ blocks, consequences }) => [blocks, ...consequences.map(({ id }) => id)])).toEqual([
    [2, 'PN-07', 'PN-08'],
    [1, 'PN-05'],
  ])
})

test('what is served without a key comes before all else, a write before a read, and is told as that', () => {
  const read = finding({ requirement: 'AUTH-03', exchanges: [exchange({ actor: 'none' })] })
  const document = documentOf({ ...parts, findings: [...(parts.findings ?? []), read, keyless] })
  expect(ids(document)).toEqual(['AUTH-02', 'AUTH-03', 'PN-06', 'PN-04'])
  const terminal = rendered(terminalSummary(document, 'reports'), new PassThrough()).split('\n')
  expect(terminal[1]).toBe('  works without a key: the write was executed')
  expect(terminal[2]).toContain('DELETE /v1/public/products/a: expected 401, received 204')
  expect(summaryMarkdown(document)).toMatch(/### AUTH-02[^#]*\*\*works without a key: the write was executed\*\*/)
})

test('a refusal, or a request with a key, is no service without one', () => {
  const exchanges = [exchange({ actor: 'none', status: 404 })]
  const [violation] = documentOf({ findings: [finding({ exchanges }), finding({ fingerprint: 'b' })] }).violations
  expect(violation?.findings.map(({ servedWithoutKey }) => servedWithoutKey)).toEqual([undefined])
})

test('page, terminal and summary show consequences under their root', () => {
  const document = documentOf(parts)
  expect(rendered(terminalSummary(document, 'reports'), new PassThrough())).toMatch(
    /PN-06 [^]*blocks 2 cases, and all of PN-07, PN-08[^]*PN-04 [^]*blocks 1 case, and all of PN-05/,
  )
  expect(summaryMarkdown(document)).toMatch(/### PN-06[^]*?blocks 2 cases, and all of PN-07, PN-08/)
  const { elements } = parsePage(htmlPage(document))
  const entry = elements.find((element) => attribute(element, 'id') === 'PN-06')
  expect(entry && textOf(entry).replaceAll(/\s+/g, ' ')).toMatch(/Until this is fixed, it blocks 2 cases.*PN-07.*PN-08/)
  const first = elements.find((element) => attribute(element, 'class') === 'first-to-fix')
  expect(first && textOf(first)).toMatch(/PN-06[^]*blocks 2 cases[^]*PN-04[^]*blocks 1 case/)
})
