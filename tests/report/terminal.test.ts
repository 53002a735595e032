import { PassThrough } from 'node:stream'
import { WriteStream } from 'node:tty'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { terminalBody, terminalSummary } from '../../lib/cli/terminal.ts'
import { rendered } from '../../lib/client/output.ts'
import { requirements } from '../../lib/contract/requirement.ts'
import { assembleReport } from '../../lib/report/assemble-report.ts'
import type { ConformanceReport } from '../../lib/report/conformance-report.ts'
import { exchange, finding, record, runFacts } from './prepared.ts'
import { runDocument } from '../../lib/report/document/run-document.ts'

function shown(report: ConformanceReport, stream: NodeJS.WritableStream = new PassThrough()): string {
  return rendered(terminalSummary(runDocument(report), 'reports/'), stream)
}

beforeEach(() => vi.stubEnv('FORCE_COLOR', undefined))
afterEach(() => vi.unstubAllEnvs())

test('a violated requirement is told to somebody new to the project', () => {
  const report = assembleReport(record({ findings: [finding({ hint: 'active numbers only' })] }), runFacts())
  const lines = shown(report).split('\n')
  expect(lines[0]).toBe(`PN-04   violated  ${requirements.get('PN-04')?.statement}`)
  expect(lines.slice(1, 5)).toEqual([
    '  POST /v1/public/products: expected 409, received 201',
    '  check: a retired part number is never given out again',
    '  after: PATCH /v1/public/products → 200',
    '  hint: active numbers only',
  ])
  expect(lines).toContain('  replay: npx product-data-conformance replay PN-04')
  expect(lines.at(-3)).toBe('reports: reports/')
  expect(lines.at(-2)).toMatch(
    /^non-conformant: 0 conform, 1 violated, \d+ untested, 0 observed; 1 of \d+ requirements, .* cases evaluated; 1 exchanges in 1.5 s/,
  )
})

test('nothing of the target reaches the terminal as a command', () => {
  const hostile = '\u001b[2J\u009b31m\u0007\r\u202e'
  const exchanges = [exchange({ path: `/v1/${hostile}`, responseBody: hostile })]
  const texts = { claim: hostile, expected: hostile, received: hostile, hint: hostile, counterexample: hostile }
  const transportProblems = [{ check: hostile, message: hostile }]
  const report = assembleReport(record({ findings: [finding({ ...texts, exchanges })], transportProblems }), runFacts())
  // oxlint-disable-next-line no-control-regex -- what must be gone
  expect(shown(report)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
})

test('a server that breaks everything does not flood the terminal', () => {
  const long = 'x'.repeat(10_000)
  const findings = [...requirements.values()]
    .filter(({ kind }) => kind !== 'open')
    .flatMap(({ id }) =>
      ['a', 'b', 'c', 'd', 'e'].map((fingerprint) =>
        finding({
          requirement: id,
          fingerprint,
          claim: fingerprint,
          expected: `${fingerprint}${long}`,
          received: long,
        }),
      ),
    )
  const text = shown(assembleReport(record({ findings }), runFacts()))
  expect(text.length).toBeLessThan(120_000)
  expect(text).toContain('and 2 more; see conformance.json')
})

test('what is the same in several places is told once', () => {
  const findings = ['a', 'b', 'c'].map((fingerprint) => finding({ fingerprint }))
  const text = shown(assembleReport(record({ findings }), runFacts()))
  expect(text.match(/expected 409, received 201/g)).toHaveLength(1)
  expect(text).toContain('the same in 2 other places')
})

test('findings of one requirement tell once what to think of and how to run it again, and name no steps where there are none', () => {
  const findings = ['a', 'b'].map((text) =>
    finding({ fingerprint: text, claim: text, expected: text, hint: 'think of it', exchanges: [exchange()] }),
  )
  const text = shown(assembleReport(record({ findings }), runFacts()))
  expect(text.match(/expected [ab]/g)).toHaveLength(2)
  expect(text.match(/^ {2}hint: think of it$/gm)).toHaveLength(1)
  expect(text.match(/^ {2}replay: /gm)).toHaveLength(1)
  expect(text).not.toContain('after:')
})

test('colours are for terminals alone, and not where NO_COLOR asks for none', () => {
  const report = assembleReport(record({ findings: [finding()] }), runFacts())
  // A capable terminal whatever runs this test: a CI machine's own variables would say that there is none.
  const terminal = Object.assign(new PassThrough(), {
    isTTY: true,
    getColorDepth: () =>
      WriteStream.prototype.getColorDepth({ TERM: 'xterm-256color', NO_COLOR: process.env['NO_COLOR'] }),
  })
  vi.stubEnv('NO_COLOR', undefined)
  expect(shown(report, terminal)).toContain('\u001b[31m')
  expect(shown(report)).not.toContain('\u001b')
  vi.stubEnv('NO_COLOR', '1')
  expect(shown(report, terminal)).not.toContain('\u001b')
})

const verdictOf = (report: ConformanceReport): string | undefined => shown(report).split('\n').at(-2)

test('an incomplete run says why in the line of its verdict', () => {
  const lost = record({
    transportProblems: [{ check: 'a check', message: 'reset' }],
    evaluations: [{ requirement: 'PN-04', check: 'b', count: 1 }],
  })
  expect(verdictOf(assembleReport(lost, runFacts()))).toMatch(
    /^incomplete: .*; incomplete because 1 check got no answer to a request/,
  )
  const part = assembleReport(record({}), runFacts({ selected: new Set() }))
  expect(verdictOf(part)).toMatch(/^incomplete: .*; incomplete because only a part of the checks ran$/)
})

test('a note beside a verdict is no reason why a run is incomplete', () => {
  const dialect = { 'propertyCreate.numeric': { value: {}, source: 'candidate', dropped: ['display_unit'] } }
  const report = assembleReport(record({ dialect }), runFacts())
  expect(shown(report)).toContain('note: the target accepted display_unit in a creation and did not return it;')
  expect(verdictOf(report)).toMatch(/; incomplete because \d+ documented requirements could not be tested$/)
})

test('after a selection the table shows what was selected, and one line the rest', () => {
  const evaluations = (['PN-06', 'HDR-01'] as const).map((requirement) => ({ requirement, check: 'a', count: 1 }))
  const selected = new Set(['PN-06'] as const)
  const report = assembleReport(record({ evaluations }), runFacts({ selected }))
  const text = rendered(terminalBody(runDocument(report), 'reports/', selected), new PassThrough())
  expect(text.match(/^[A-Z]+ {2,}/gm)).toEqual(['PN    '])
  expect(text.match(/.*not selected.*/g)).toEqual([
    expect.stringMatching(/^\d+ requirements and \d+ cases of 1 other requirement not selected: run without --only$/),
  ])
})
