import { marked } from 'marked'
import { defaultTreeAdapter, parseFragment, type DefaultTreeAdapterTypes } from 'parse5'
import { describe, expect, test } from 'vitest'
import { assembleReport } from '../../lib/report/assemble-report.ts'
import { runDocument } from '../../lib/report/document/run-document.ts'
import { summaryMarkdown } from '../../lib/report/summary-markdown.ts'
import { kindsOfRun, reportOf } from './html/kinds-of-run.ts'
import { elementsIn, textOf } from './html/parsed-page.ts'
import { exchange, finding, runFacts, record } from './prepared.ts'

type Element = DefaultTreeAdapterTypes.Element

/** What Markdown makes, and what folds the longer parts. */
const known = new Set('h1 h2 h3 p ul li strong code pre table thead tbody tr th td details summary'.split(' '))

/** A summary as GitHub's dialect of Markdown makes it a page. */
function rendered(markdown: string): readonly Element[] {
  const errors: string[] = []
  const html = marked.parse(markdown, { async: false, gfm: true })
  const fragment = parseFragment(html, { onParseError: ({ code }) => errors.push(code) })
  expect(errors).toEqual([])
  return elementsIn(fragment)
}

const named = (elements: readonly Element[], name: string): readonly Element[] =>
  elements.filter(({ tagName }) => tagName === name)
const within = (element: Element): readonly Element[] =>
  element.childNodes.filter((child) => defaultTreeAdapter.isElementNode(child))
const textsOf = (elements: readonly Element[], name: string): readonly string[] =>
  named(elements, name).map((element) => textOf(element))

/** The text of an element outside its code. */
function proseOf(node: DefaultTreeAdapterTypes.ChildNode): string {
  if (!defaultTreeAdapter.isElementNode(node)) return textOf(node)
  return node.tagName === 'code' ? '' : node.childNodes.map((child) => proseOf(child)).join('')
}

function expectWellMade(elements: readonly Element[]): void {
  expect([...new Set(elements.map(({ tagName }) => tagName))].filter((name) => !known.has(name))).toEqual([])
  expect(named(elements, 'h1')).toHaveLength(1)
  for (const table of named(elements, 'table')) {
    const cells = named(elementsIn(table), 'tr').map((row) => within(row).length)
    expect(cells.length).toBeGreaterThan(2)
    expect(new Set(cells).size).toBe(1)
  }
  for (const fold of named(elements, 'details')) {
    const [first, ...others] = within(fold)
    expect(first?.tagName).toBe('summary')
    expect(textOf(fold).length).toBeGreaterThan(first === undefined ? 0 : textOf(first).length)
    expect(others.map(({ tagName }) => tagName)).not.toContain('summary')
  }
  // Markup that was not understood stays as text.
  for (const name of ['p', 'li', 'th', 'td', 'h2', 'h3'])
    for (const text of named(elements, name).map((element) => proseOf(element)))
      expect(text).not.toMatch(/\*\*|^#|^\||```|<\/?[a-z]+>/)
}

describe.each(Object.entries(kindsOfRun))('the summary of %s', (_, reportOfKind) => {
  const report = reportOfKind()
  const elements = rendered(summaryMarkdown(runDocument(report)))

  test('is well made once it is rendered: known elements, even tables, whole folds, no link', () => {
    expectWellMade(elements)
    expect(textsOf(elements, 'h1')).toEqual([`Conformance: ${report.verdict}`])
  })

  test('has a row of each area, and the sums of the report', () => {
    const rows = named(elements, 'tr').map((row) => within(row).map((cell) => textOf(cell)))
    const { conforms, violated, untested, observed } = report.summary
    expect(rows.at(-1)?.slice(0, 6)).toEqual(['all', '', ...[conforms, violated, untested, observed].map(String)])
    for (const [index, sum] of [conforms, violated, untested, observed].entries())
      expect(rows.slice(1, -1).reduce((total, row) => total + Number(row[index + 2]), 0)).toBe(sum)
  })

  test('has a heading of each violated requirement, or names it as left out', () => {
    const violated = report.requirements.filter(({ verdict }) => verdict === 'violated').map(({ id }) => id)
    const headings = textsOf(elements, 'h3').map((text) => text.split(':')[0])
    const omitted = textsOf(elements, 'p').find((text) => text.startsWith('Omitted to save space'))
    const said = [...headings, ...(omitted?.match(/[A-Z]+-\d+/g) ?? [])]
    expect(new Set(said)).toEqual(new Set(violated))
    expect(said).toHaveLength(violated.length)
  })
})

const hostileTexts = [
  '</details></code></pre><script>alert(1)</script>',
  '| a | b |\n| --- | --- |\n| c | d |',
  '```\n# heading\n[link](https://evil.test) ![x](https://evil.test/x.png) https://evil.test @everyone',
  '`` ` ``` <!-- ',
]

test.each(hostileTexts)('what a target sends is code wherever the summary shows it: %j', (hostile) => {
  const texts = { claim: hostile, expected: hostile, received: hostile, hint: hostile, counterexample: hostile }
  const findings = [
    finding({ ...texts, exchanges: [exchange({ method: 'POST', responseBody: hostile, path: `/${hostile}` })] }),
  ]
  const untested = [{ requirement: 'PN-05', check: 'a', reason: 'blocked', cause: hostile } as const]
  const facts = runFacts()
  const target = { ...facts.target, name: hostile }
  const harnessProblems = [{ check: 'a', message: hostile }]
  const report = assembleReport(record({ findings, untested, harnessProblems }), { ...facts, target })
  const elements = rendered(summaryMarkdown(runDocument(report)))
  expectWellMade(elements)
  expect(named(elements, 'table')).toHaveLength(1)
  expect(textsOf(elements, 'code').filter((text) => text.includes(hostile.slice(0, 3)))).not.toEqual([])
})

test('a summary that is cut is well made to its end', () => {
  const staleDeviations = Array.from({ length: 90 }, (_, index) => `<${index}> | \`long\` ${'x'.repeat(200)}`)
  const elements = rendered(summaryMarkdown(runDocument({ ...reportOf({}), staleDeviations })))
  expectWellMade(elements)
  expect(textsOf(elements, 'p')).toContain('More in conformance.json.')
  expect(named(elements, 'table')).toHaveLength(1)
})
