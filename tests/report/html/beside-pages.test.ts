import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { compareReports } from '../../../lib/compare/compare-reports.ts'
import { historyOf } from '../../../lib/compare/history/history.ts'
import { historyPage } from '../../../lib/compare/history/history-page.ts'
import { comparisonDocument } from '../../../lib/compare/comparison-document.ts'
import { comparisonDocument as againstDocument } from '../../../lib/differential/comparison-document.ts'
import { documentPage } from '../../../lib/report/html/document-page.ts'
import type { Difference } from '../../../lib/differential/difference.ts'
import { relativeLink } from '../../../lib/report/html/footer.ts'
import { reportWith } from '../../compare/prepared-reports.ts'
import { finding, runFacts } from '../prepared.ts'
import { hostile } from './hostile.ts'
import { attribute, parsePage, textOf } from './parsed-page.ts'

const plain = reportWith()
const odd = reportWith(
  {
    findings: [finding({ claim: hostile, expected: hostile, received: hostile })],
    observations: [{ requirement: 'PN-24', name: hostile, value: hostile }],
    coverage: {
      endpoints: [{ endpoint: hostile, method: 'GET', path: '/', exchanges: 1, statuses: [200], medianMs: 90 }],
      fields: [],
      enumValues: [],
    },
    dialect: { itemParameter: hostile },
  },
  { target: { ...runFacts().target, name: hostile, baseUrl: hostile }, suiteVersion: hostile },
)
const seen = { ...odd, requirements: plain.requirements, target: { ...odd.target, startedAt: '2029-01-01T00:00:00Z' } }
const difference: Difference = {
  kind: 'value',
  endpoints: [hostile],
  where: hostile,
  old: hostile,
  new: hostile,
  occurrences: 2,
  example: { check: hostile, request: hostile, status: { old: 200, new: 404 } },
}
const deployment = { name: hostile, baseUrl: hostile }
const against = { old: deployment, new: deployment, mode: 'read-only', effort: 'quick', seed: 1, pairs: 9 } as const

const pages: Readonly<Record<string, string>> = {
  comparison: documentPage(
    comparisonDocument(compareReports(plain, odd), { old: relativeLink('/a/b', `/a/${hostile}/index.html`) }),
  ),
  'comparison of the same': documentPage(comparisonDocument(compareReports(plain, plain))),
  history: historyPage(historyOf([{ report: seen }, { report: odd, page: `/a/${hostile}/index.html` }]), (page) =>
    relativeLink('/a/b', page),
  ),
  'comparison of two deployments': documentPage(
    againstDocument({ ...against, unconfirmed: 1, differences: [difference] }),
  ),
  'comparison of two deployments alike': documentPage(againstDocument({ ...against, unconfirmed: 0, differences: [] })),
}

describe.for(Object.keys(pages))('the page of a %s', (name) => {
  const { errors, elements } = parsePage(pages[name] ?? '')

  test('is HTML without a mistake, in the look of all', () => {
    expect(errors).toEqual([])
    expect(elements.filter(({ tagName }) => ['header', 'main', 'footer', 'h1'].includes(tagName))).toHaveLength(4)
  })

  test('holds nothing but ours, runs no script and leads nowhere else', () => {
    const names = elements.map(({ tagName }) => tagName)
    expect(
      names.filter((tag) => ['script', 'img', 'base', 'iframe', 'object', 'textarea', 'link'].includes(tag)),
    ).toEqual([])
    const attributes = elements.flatMap(({ attrs }) => attrs.map((each) => each.name))
    expect(attributes.filter((each) => each.startsWith('on') || ['style', 'src'].includes(each))).toEqual([])
    const ids = elements.flatMap((element) => attribute(element, 'id') ?? [])
    const links = elements.flatMap((element) => attribute(element, 'href') ?? [])
    expect(new Set(ids).size).toBe(ids.length)
    expect(links.filter((link) => !link.startsWith('./..') && !ids.includes(link.replace('#', '')))).toEqual([])
  })

  test('allows its own style alone', () => {
    const policy = elements.find((element) => attribute(element, 'http-equiv') === 'content-security-policy')
    const style = elements.find(({ tagName }) => tagName === 'style')
    const own = style && createHash('sha256').update(textOf(style)).digest('base64')
    expect(policy && attribute(policy, 'content')).toBe(
      `default-src 'none'; style-src 'sha256-${own}'; base-uri 'none'; form-action 'none'`,
    )
  })
})

test('the comparison shows the regression, both runs and what drifted', () => {
  const text = parsePage(pages['comparison'] ?? '')
    .elements.map((element) => textOf(element))
    .join(' ')
  for (const part of [
    'regression',
    'newly violated: PN-04',
    'conforms → violated',
    'Drift in what the contract leaves open',
  ])
    expect(text).toContain(part)
})

test('the runs of a comparison lead to their pages', () => {
  const links = parsePage(pages['comparison'] ?? '').elements.flatMap((element) => attribute(element, 'href') ?? [])
  expect(links.filter((link) => link.endsWith('/index.html'))).toEqual([
    relativeLink('/a/b', `/a/${hostile}/index.html`),
  ])
})

test('the history shows every requirement in every run by a word, and not by colour alone', () => {
  const { elements } = parsePage(pages['history'] ?? '')
  const rows = elements.filter(({ tagName }) => tagName === 'tr').map((row) => parsedRow(row))
  expect(rows.filter(({ id }) => id === 'PN-04').map(({ marks }) => marks)).toEqual([
    ['conforms', 'violated'],
    ['conforms', 'violated'],
  ])
  expect(new Set(rows.map(({ id }) => id)).size).toBeGreaterThan(plain.requirements.length)
})

type Row = Parameters<typeof textOf>[0]

function parsedRow(row: Row): { readonly id: string; readonly marks: readonly string[] } {
  const labels: string[] = []
  const visit = (node: Row): void => {
    if ('attrs' in node)
      labels.push(...node.attrs.filter((each) => each.name === 'aria-label').map(({ value }) => value))
    if ('childNodes' in node) for (const child of node.childNodes) visit(child)
  }
  visit(row)
  return { id: textOf(row).trim().split(/\s/)[0] ?? '', marks: labels.map((label) => label.split(',')[0] ?? '') }
}
