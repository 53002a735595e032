import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { JournalRecord } from '../../../lib/checks/journal.ts'
import { requirements } from '../../../lib/contract/requirement.ts'
import { assembleReport } from '../../../lib/report/assemble-report.ts'
import type { ConformanceReport } from '../../../lib/report/conformance-report.ts'
import { htmlPage } from '../../../lib/report/html/html-page.ts'
import type { RunFacts } from '../../../lib/report/run-facts.ts'
import { exchange, finding, record, runFacts } from '../prepared.ts'
import { hostile } from './hostile.ts'
import { attribute, parsePage, textOf } from './parsed-page.ts'
import { runDocument } from '../../../lib/report/document/run-document.ts'

const judged = [...requirements.values()].filter(({ kind }) => kind !== 'open').map(({ id }) => id)
const everyEvaluation = [...requirements.keys()].map((requirement) => ({ requirement, check: 'all', count: 1 }))
const hostileFinding = finding({
  claim: hostile,
  check: hostile,
  expected: hostile,
  received: hostile,
  hint: hostile,
  counterexample: hostile,
  reproduce: `curl '${hostile}'`,
  exchanges: [
    exchange({ path: `/v1/public/${hostile}`, requestBody: hostile }),
    exchange({ method: hostile, requestHeaders: { [hostile]: hostile }, responseBody: `{"a":"${hostile}"}` }),
  ],
})
const coverage = {
  endpoints: [{ endpoint: hostile, method: hostile, path: hostile, exchanges: 1, statuses: [999], medianMs: 1 }],
  fields: [{ schema: hostile, field: hostile, seen: 1 }],
  enumValues: [{ schema: 'error', field: 'error', value: hostile, seen: 1 }],
}
const deviation = { requirement: 'PN-04', signature: 'x', reason: hostile, owner: hostile, expires: '2020-01-01' }

function reportOf(parts: Partial<JournalRecord>, facts: Partial<RunFacts> = {}): ConformanceReport {
  return assembleReport(record(parts), runFacts(facts))
}

const reports: Readonly<Record<string, ConformanceReport>> = {
  conformant: reportOf({ evaluations: everyEvaluation, traffic: [{ check: 'all', exchanges: 3, durationMs: 9 }] }),
  violated: reportOf({ evaluations: everyEvaluation, findings: [finding(), finding({ requirement: 'AUTH-06' })] }),
  'warned only': reportOf({ findings: [finding({ requirement: 'AUTH-06' })] }, { documentedOnly: true }),
  'without a look': reportOf({}),
  'made of hostile texts': reportOf(
    {
      findings: [hostileFinding, { ...hostileFinding, requirement: 'PN-05' }],
      untested: [{ requirement: 'PN-06', check: hostile, reason: 'blocked', cause: hostile, blockedBy: ['PN-04'] }],
      observations: [{ requirement: 'PN-24', name: hostile, value: hostile }],
      harnessProblems: [{ check: hostile, message: hostile }],
      coverage,
    },
    {
      target: { ...runFacts().target, name: hostile, baseUrl: `http://${hostile}` },
      replay: `npm run conformance -- '${hostile}'`,
      deviations: [deviation],
      error: hostile,
    },
  ),
}

describe.for(Object.keys(reports))('the page of a report %s', (name) => {
  const report = reports[name] ?? reportOf({})
  const page = htmlPage(runDocument(report), ['conformance.json', 'exchanges.har'])
  const { errors, elements } = parsePage(page)

  test('is HTML without a mistake', () => {
    expect(errors).toEqual([])
  })

  test('has an entry for every requirement and a cell that leads to it', () => {
    const ids = elements.flatMap((element) => attribute(element, 'id') ?? [])
    const cells = elements.filter((element) => attribute(element, 'data-cell') !== undefined)
    expect(new Set(ids).size).toBe(ids.length)
    expect(cells.map((cell) => attribute(cell, 'href'))).toEqual([...requirements.keys()].map((id) => `#${id}`))
    expect(ids).toEqual(expect.arrayContaining([...requirements.keys()]))
  })

  test('leads nowhere but to itself and the files beside it', () => {
    const links = elements.flatMap((element) => attribute(element, 'href') ?? [])
    const ids = new Set(elements.map((element) => attribute(element, 'id')))
    const elsewhere = links.filter(
      (link) => !link.startsWith('#?') && !(link.startsWith('#') && ids.has(link.slice(1))),
    )
    expect(new Set(elsewhere)).toEqual(new Set(['conformance.json', 'exchanges.har']))
    expect(elements.filter((element) => attribute(element, 'src') !== undefined)).toEqual([])
  })

  test('holds no element and no attribute but ours', () => {
    const names = new Set(elements.map(({ tagName }) => tagName))
    const scripts = elements.filter(({ tagName }) => tagName === 'script')
    const attributes = elements.flatMap(({ attrs }) => attrs.map((each) => each.name))
    expect([...names].filter((tag) => ['img', 'base', 'iframe', 'object', 'textarea', 'link'].includes(tag))).toEqual(
      [],
    )
    expect(scripts).toHaveLength(1)
    expect(attributes.filter((each) => each.startsWith('on') || each === 'style')).toEqual([])
  })

  test('allows its own style and script alone', () => {
    const policy = elements.find((element) => attribute(element, 'http-equiv') === 'content-security-policy')
    const content = policy ? attribute(policy, 'content') : undefined
    const own = (tag: string): string => {
      const element = elements.find(({ tagName }) => tagName === tag)
      return element ? createHash('sha256').update(textOf(element)).digest('base64') : ''
    }
    expect(content).toBe(
      `default-src 'none'; style-src 'sha256-${own('style')}'; script-src 'sha256-${own('script')}'; base-uri 'none'; form-action 'none'`,
    )
  })
})

test('what is hostile is shown as it came', () => {
  const { elements } = parsePage(htmlPage(runDocument(reports['made of hostile texts'] ?? reportOf({}))))
  const shown = elements.filter(({ tagName }) => tagName === 'pre').map((element) => textOf(element))
  expect(shown.some((text) => text.includes('<img src=x onerror='))).toBe(true)
  expect(shown.some((text) => text.includes('\\u0000\\u001b[2J\\u202e'))).toBe(true)
})

test('a finding is told whole: claim, both values, what led there, hint, counterexample, commands and signature', () => {
  const told = finding({
    hint: 'look at the other products',
    counterexample: '["a"]',
    expected: '409',
    received: '201',
  })
  const { elements } = parsePage(htmlPage(runDocument(reportOf({ findings: [told] }))))
  const entry = elements.find((element) => attribute(element, 'id') === 'PN-04')
  const text = entry ? textOf(entry).replaceAll(/\s+/g, ' ') : ''
  for (const part of [
    'createProduct refuses a retired number',
    'Expected 409',
    'Received 201',
    'PATCH /v1/public/products → 200',
    'POST /v1/public/products judged → 201',
    'look at the other products',
    'Smallest counterexample ["a"]',
    "curl -X 'POST'",
    'npx product-data-conformance replay PN-04',
    'signature ',
  ])
    expect(text).toContain(part)
})

test('however much is violated, the page stays under 2 MB and names every requirement', () => {
  const long = `{"a":"${'<&>"'.repeat(500)}"}`
  const exchanges = [1, 2, 3, 4, 5].map(() =>
    exchange({ requestBody: long, responseBody: long, requestHeaders: { a: long }, responseHeaders: { b: long } }),
  )
  const findings = judged.flatMap((requirement) =>
    Array.from({ length: 12 }, (_, index) => {
      const text = `${index} ${'<'.repeat(3000)}`
      return finding({
        requirement,
        fingerprint: text,
        claim: text,
        expected: text,
        received: `${text}!`,
        hint: text,
        exchanges,
      })
    }),
  )
  const observations = [...requirements.keys()].flatMap((requirement) =>
    Array.from({ length: 20 }, (_, index) => ({
      requirement,
      name: `${index}${'<'.repeat(500)}`,
      value: '"'.repeat(500),
    })),
  )
  const page = htmlPage(runDocument(reportOf({ findings, observations })))
  const { errors, elements } = parsePage(page)
  expect(Buffer.byteLength(page)).toBeLessThan(2_000_000)
  expect(errors).toEqual([])
  expect(elements.filter((element) => attribute(element, 'data-cell') !== undefined)).toHaveLength(requirements.size)
})

function textOfPage(report: ConformanceReport): string {
  const [root] = parsePage(htmlPage(runDocument(report))).elements
  return root ? textOf(root) : ''
}

test('a run in which nothing is violated leads with what would test more', () => {
  const untested = (['PN-04', 'PN-05'] as const).map((requirement) => ({
    requirement,
    check: 'a check',
    reason: 'writes-not-allowed' as const,
    needs: 'write',
    remedy: 'allow writes (--allow-writes)',
  }))
  const text = textOfPage(reportOf({ untested }))
  expect(text).toMatch(/To test more\s+2 requirements\s*:\s+allow writes \(--allow-writes\)/)
})

test('a run of a selection says how to test the rest, once for all', () => {
  const selected = reportOf({ evaluations: everyEvaluation.slice(0, 9) }, { selected: new Set(['AUTH-01']) })
  expect(textOfPage(selected).match(/run without --only/gi)).toHaveLength(2)
})

test('places whose requests differ in ids alone are told apart by what they are about', () => {
  const findings = ['a created number', 'an assigned number'].map((check) =>
    finding({ kind: 'status', fingerprint: check, claim: 'createProduct is rejected', check, exchanges: [exchange()] }),
  )
  const text = textOfPage(reportOf({ findings }))
  expect(text).toContain('Also in 1 other place')
  expect(text.match(/an assigned number/g)).toHaveLength(1)
})

test('what a target did not return of a creation is noted', () => {
  const dialect = { 'propertyCreate.numeric': { value: {}, source: 'candidate', dropped: ['display_unit'] } }
  const page = htmlPage(runDocument(reportOf({ dialect })), [])
  expect(page).toContain('note: the target accepted display_unit in a creation and did not return it')
})
