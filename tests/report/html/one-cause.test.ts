import { expect, test } from 'vitest'
import type { Finding } from '../../../lib/checks/finding.ts'
import type { ConformanceReport } from '../../../lib/report/conformance-report.ts'
import { assembleReport } from '../../../lib/report/assemble-report.ts'
import { shownFindings, type ShownFinding } from '../../../lib/report/document/shown-finding.ts'
import { markDifference } from '../../../lib/report/html/difference-view.ts'
import { runDocument } from '../../../lib/report/document/run-document.ts'
import type { RequirementId } from '../../../lib/contract/requirement.ts'
import { baseUrl, exchange, finding, record, runFacts } from '../prepared.ts'

interface Answered {
  readonly id: RequirementId
  readonly status: number
  readonly body: string
  readonly path?: string
}

function violated(answers: readonly Answered[]): ConformanceReport {
  const findings = answers.map(({ id, status, body, path = '/v1/public/items' }) =>
    finding({
      requirement: id,
      fingerprint: `${id} ${path}`,
      kind: 'status',
      check: `check of ${id}`,
      received: `${status}`,
      exchanges: [exchange({ status, responseBody: body, path })],
    }),
  )
  return assembleReport(record({ findings }), runFacts())
}

function ids(answers: readonly Answered[]): (readonly [string | undefined, ...string[]])[] {
  return runDocument(violated(answers)).causes.map(({ cause, violations }) => [
    cause?.text,
    ...violations.map(({ requirement: { id } }) => id),
  ])
}

function signatures(shown: ShownFinding): readonly string[] {
  return [shown, ...shown.places].map(({ finding: one }) => one).map(({ signature }) => signature)
}

function pageInstead(id: RequirementId, path: string) {
  return finding({
    requirement: id,
    fingerprint: `${id} ${path}`,
    exchanges: [
      exchange({ status: 404, path, responseBody: `<p>${path}</p>`, responseHeaders: { 'content-type': 'text/html' } }),
    ],
  })
}

function found(signature: string, parts: Partial<Finding>): Finding {
  return {
    requirement: 'PN-04',
    exchanges: [],
    signature,
    claim: signature,
    expected: signature,
    received: signature,
    occurrences: 1,
    reproduce: 'curl',
    replay: 'npm',
    check: 'c',
    ...parts,
  }
}

test('requirements that one server error violates stand together, wherever it was', () => {
  const body = '{"error":"internal_error","message":"x"}'
  const groups = ids([
    { id: 'AUTH-01', status: 500, body },
    { id: 'PN-04', status: 201, body: '{"id":"a"}' },
    { id: 'WS-01', status: 500, body, path: '/v1/public/workspaces' },
  ])
  expect(groups).toEqual([
    ['500 internal_error', 'AUTH-01', 'WS-01'],
    [undefined, 'PN-04'],
  ])
})

test('a refusal is one answer within a resource only, and a full success is none', () => {
  const refused = { status: 404, body: '{"error":"not_found","message":"x"}' }
  const groups = ids([
    { id: 'AUTH-01', ...refused },
    { id: 'WS-01', ...refused, path: '/v1/public/workspaces' },
    { id: 'PN-04', ...refused },
    { id: 'PN-05', status: 200, body: '{"id":1}' },
    { id: 'PN-06', status: 200, body: '{"id":1}' },
  ])
  expect(groups).toEqual([
    ['404 not_found at /v1/public/items', 'AUTH-01', 'PN-04'],
    [undefined, 'WS-01'],
    [undefined, 'PN-05'],
    [undefined, 'PN-06'],
  ])
})

test('answers that say nothing are one', () => {
  expect(
    ids([
      { id: 'AUTH-01', status: 200, body: '{}' },
      { id: 'WS-01', status: 200, body: ' {}\n' },
    ]),
  ).toEqual([['200 {}', 'AUTH-01', 'WS-01']])
})

test('findings of one requirement that say or show the same are one group, the most frequent first', () => {
  const groups = shownFindings(
    [
      found('serial', {}),
      found('first', { claim: 'm' }),
      found('same-values', { expected: '1', received: '2' }),
      found('bridge', { claim: 'm', expected: '1', received: '2' }),
      found('accepted', { claim: 'm', known: { reason: 'r', owner: 'o', expires: '2031-01-01' } }),
    ],
    baseUrl,
  )
  expect(groups.map(signatures)).toEqual([['first', 'same-values', 'bridge'], ['serial'], ['accepted']])
})

test('what differs between expected and received is marked, unless it is nearly all', () => {
  const [wanted, got] = markDifference('size 1000 bytes', 'size 1024 bytes')
  expect([wanted.text, got.text]).toEqual(['size 10<mark>00</mark> bytes', 'size 10<mark>24</mark> bytes'])
  expect(markDifference('aaaaaa<', 'aaaaaa')[0].text).toBe('aaaaaa<mark>&lt;</mark>')
  expect(markDifference('409', '200').map(({ text }) => text)).toEqual(['409', '200'])
  expect(markDifference('smile 😀 there', 'smile 😁 there')[1].text).toBe('smile <mark>😁</mark> there')
})

test('a page instead of an answer is one cause, whatever it says and wherever it was', () => {
  const findings = [pageInstead('AUTH-01', '/v1/public/items'), pageInstead('WS-01', '/v1/public/workspaces')]
  const report = assembleReport(record({ findings }), runFacts())
  const groups = runDocument(report).causes
  expect(groups.map(({ cause }) => cause?.text)).toEqual(['404 as text/html'])
})

test('what one field or one check shows stands together, and the plainest finding leads', () => {
  const full = exchange({ responseBody: '{"id":"a"}' })
  const findings = [
    finding({
      requirement: 'PROD-08',
      fingerprint: 'a',
      exchanges: [full],
      failure: { of: 'product', fields: ['status'] },
      check: 'x',
    }),
    finding({
      requirement: 'PROD-09',
      fingerprint: 'b',
      exchanges: [full],
      failure: { of: 'product', fields: ['status'] },
      check: 'y',
    }),
    finding({ requirement: 'WS-01', fingerprint: 'c', exchanges: [full], claim: 'one', check: 'a story' }),
    finding({ requirement: 'WS-02', fingerprint: 'd', exchanges: [full], claim: 'two', check: 'a story' }),
  ]
  const report = assembleReport(record({ findings }), runFacts())
  const groups = runDocument(report).causes
  expect(groups.map(({ cause, violations }) => [cause?.kind, cause?.text, violations.length])).toEqual([
    ['field', 'product.status', 2],
    ['check', 'a story', 2],
  ])
  const [group] = shownFindings(
    [
      found('long', { claim: 'm', exchanges: [exchange(), exchange(), exchange()], occurrences: 9 }),
      found('plain', { claim: 'm', exchanges: [exchange()], hint: 'look there' }),
    ],
    baseUrl,
  )
  expect(group && signatures(group)).toEqual(['plain', 'long'])
})

function at(path: string, check: string): Finding {
  return found(check, { claim: 'm', check, exchanges: [exchange({ path })] })
}

test('of findings that take as many steps, the one with the fewest parameters leads, and then the shortest check', () => {
  const [group] = shownFindings(
    [
      at('/v1/public/files?limit=1&offset=0', 'a'),
      at('/v1/public/files/longer', 'a file of another kind'),
      at('/v1/public/files', 'a file'),
    ],
    baseUrl,
  )
  expect(group && signatures(group)).toEqual(['a file', 'a', 'a file of another kind'])
})

test('several fields of one shape are several causes', () => {
  const check = 'a product has the documented shape'
  const full = exchange({ responseBody: '{"id":"a"}' })
  const findings = [
    finding({ requirement: 'PROD-08', fingerprint: 'a', exchanges: [full], case: 'getProduct', check }),
    finding({ requirement: 'PROD-04', fingerprint: 'b', exchanges: [full], case: 'getProduct', check }),
  ]
  const report = assembleReport(record({ findings }), runFacts())
  expect(runDocument(report).causes.map(({ cause }) => cause)).toEqual([undefined, undefined])
})

test('the rule against server errors leads what they broke, also where one of them said something else', () => {
  const body = '{"error":"internal_error"}'
  const failing = (id: RequirementId, path: string, said = body): Answered => ({ id, status: 500, body: said, path })
  const answers = [
    failing('AUTH-01', '/v1/public/workspaces'),
    failing('ERR-15', '/v1/public/items'),
    failing('ERR-15', '/v1/public/files'),
    failing('ERR-15', '/v1/public/products', ''),
  ]
  expect(ids(answers)).toEqual([['500 internal_error', 'ERR-15', 'AUTH-01']])
})
