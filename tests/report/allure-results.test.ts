import { expect, test } from 'vitest'
import { requirements } from '../../lib/contract/requirement.ts'
import { allureSurroundings } from '../../lib/report/allure/allure-surroundings.ts'
import { checkResult, furtherResults, partsOf, type RanCheck } from '../../lib/report/allure/allure-result.ts'
import { assembleReport } from '../../lib/report/assemble-report.ts'
import type { RunFacts } from '../../lib/report/run-facts.ts'
import type { JournalRecord } from '../../lib/checks/journal.ts'
import { exchange, finding, record, runFacts } from './prepared.ts'

const title = 'a retired part number is never given out again'
const ran = (name: string): RanCheck => ({
  uuid: 'u',
  historyId: 'h',
  testCaseId: 't',
  fullName: `suite#${name}`,
  name,
  state: 'passed',
  start: 1,
  stop: 2,
})
const passed = ran(`PN-04 ${title}`)
const failed: RanCheck = { ...passed, state: 'failed' }
const reportOf = (parts: Partial<JournalRecord>, facts: Partial<RunFacts> = {}) =>
  assembleReport(record(parts), runFacts(facts))
const resultOf = (check: RanCheck, report: ReturnType<typeof reportOf>) => checkResult(check, report).result

test('the name of a check begins with the requirements that it verifies', () => {
  expect(partsOf('PN-04 PN-05 a number, not PN-06')).toEqual({
    verifies: ['PN-04', 'PN-05'],
    title: 'a number, not PN-06',
  })
  expect(partsOf('no requirement')).toEqual({ verifies: [], title: 'no requirement' })
})

test('epic, feature and story are area, requirement and check, and the kind gives the severity', () => {
  const { labels, description, titlePath } = resultOf(passed, reportOf({}))
  const row = requirements.get('PN-04')
  const feature = `PN-04 ${row?.statement}`
  expect(labels).toEqual(
    expect.arrayContaining([
      { name: 'epic', value: 'PN: part numbers' },
      { name: 'feature', value: feature },
      { name: 'story', value: title },
      { name: 'severity', value: 'critical' },
    ]),
  )
  expect(titlePath).toEqual(['PN: part numbers', feature])
  expect(description).toContain(`**PN-04** ${row?.statement}.`)
})

test.each([
  ['documented', 'critical'],
  ['implied', 'normal'],
  ['open', 'trivial'],
])('a requirement that is %s is %s', (kind, severity) => {
  const id = [...requirements.values()].find((requirement) => requirement.kind === kind)?.id ?? ''
  expect(resultOf(ran(`${id} x`), reportOf({})).labels).toContainEqual({
    name: 'severity',
    value: severity,
  })
})

test('a check that verifies nothing by itself has an epic, and no kind', () => {
  const { labels, titlePath } = resultOf(ran('existing products are readable'), reportOf({}))
  const epic = { name: 'epic', value: 'requests for rules that apply to every exchange' }
  expect(labels).toEqual(expect.arrayContaining([epic, { name: 'severity', value: 'normal' }]))
  expect(labels.filter(({ name }) => name === 'tag')).toEqual([])
  expect(titlePath).toEqual([epic.value])
})

test('a violation fails, a counterexample too, and shows what led there', () => {
  const report = reportOf({ findings: [finding({ counterexample: '[0]', seed: 7, path: '1:2' })] })
  const { result, evidence } = checkResult(failed, report)
  expect(result.status).toBe('failed')
  expect(result.statusDetails.message).toBe('PN-04: createProduct refuses a retired number: expected 409, received 201')
  expect(result.statusDetails.trace).toContain('counterexample: [0]')
  expect(result.attachments.map(({ name }) => name)).toEqual([
    'PATCH /v1/public/products → 200',
    'POST /v1/public/products → 201',
  ])
  expect(JSON.parse(evidence[1]?.content ?? '')).toMatchObject({
    request: { method: 'POST' },
    response: { status: 201, body: { contentType: 'application/json', value: '{}' } },
  })
})

test('a body of the target is never shown as markup', () => {
  const page = exchange({ responseHeaders: { 'content-type': 'text/html' }, responseBody: '<script>alert(1)</script>' })
  const report = reportOf({ findings: [finding({ exchanges: [page] })] })
  const [shown] = checkResult(failed, report).evidence
  expect(JSON.parse(shown?.content ?? '')).toMatchObject({ response: { body: { contentType: 'text/plain' } } })
})

test('a violation that another explains is skipped and names it', () => {
  const untested = [
    { requirement: 'PN-04', check: title, reason: 'blocked', blockedBy: ['PN-05'], remedy: 'fix PN-05 first' },
  ] as const
  const { status, statusDetails } = resultOf(failed, reportOf({ untested }))
  expect({ status, ...statusDetails }).toMatchObject({
    status: 'skipped',
    message: expect.stringMatching(/^blocked: .*PN-05/),
  })
})

test('what was not tested is skipped with the reason, and the fault of the suite is broken', () => {
  const report = reportOf({})
  const note = 'writes-not-allowed: allow writes with --allow-writes'
  expect(resultOf({ ...passed, state: 'skipped', note }, report)).toMatchObject({
    status: 'skipped',
    statusDetails: { message: note },
  })
  expect(resultOf({ ...failed, fault: 'x is undefined' }, report)).toMatchObject({
    status: 'broken',
    statusDetails: { message: 'x is undefined' },
  })
})

test('a known deviation is a known failure with its owner; one that only warns is muted', () => {
  const found = finding({ requirement: 'AUTH-06', check: 'c' })
  const check: RanCheck = { ...ran('AUTH-06 c'), state: 'failed' }
  const deviation = {
    requirement: 'AUTH-06',
    signature: found.signature,
    reason: 'old client',
    owner: 'team-a',
    expires: '2030-06-01',
  }
  const known = resultOf(check, reportOf({ findings: [found] }, { deviations: [deviation] }))
  expect(known).toMatchObject({ status: 'failed', statusDetails: { known: true } })
  expect(known.statusDetails.message).toContain('(known until 2030-06-01, team-a: old client)')
  expect(known.labels).toContainEqual({ name: 'owner', value: 'team-a' })
  const warned = resultOf(check, reportOf({ findings: [found] }, { documentedOnly: true }))
  expect(warned).toMatchObject({ status: 'failed', statusDetails: { muted: true } })
})

test('what is judged on every exchange has a result of its own, the same from run to run', () => {
  const report = reportOf({
    evaluations: [
      { requirement: 'HDR-01', check: 'every answer', count: 9 },
      { requirement: 'PN-04', check: title, count: 1 },
    ],
    findings: [finding({ requirement: 'PN-04', check: 'every answer' })],
  })
  const results = furtherResults([passed], report)
  const looked = results.map(({ result }) => result).filter(({ status }) => status !== 'skipped')
  expect(looked.map(({ name, status }) => `${name.split(' ')[0]} ${status}`)).toEqual(['HDR-01 passed', 'PN-04 failed'])
  const ids = (of: typeof results) => of.map(({ result }) => result.historyId)
  expect(ids(furtherResults([passed], report))).toEqual(ids(results))
  expect(resultOf(passed, report).status).toBe('passed')
})

test('what was not selected has no result', () => {
  const report = reportOf({}, { selected: new Set(['PN-04']) })
  expect(furtherResults([passed], report)).toEqual([])
})

test('the environment is one line an entry, whatever the target is called', () => {
  const facts = runFacts()
  const name = 'a=b\nInjected=yes\\ü'
  const text = allureSurroundings(reportOf({}, { target: { ...facts.target, name } }))['environment.properties'] ?? ''
  expect(text).toMatch(/^Target=a=b Injected=yes\\\\\\u00fc$/m)
  expect(text).toMatch(/^Seed=42$/m)
  expect(text).not.toMatch(/^Injected/m)
})
