import { conformanceJson } from '../../lib/report/conformance-json.ts'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { requirements } from '../../lib/contract/requirement.ts'
import { assembleReport } from '../../lib/report/assemble-report.ts'
import { junitXml } from '../../lib/report/junit-xml.ts'
import { summaryMarkdown } from '../../lib/report/summary-markdown.ts'
import { ReportsDirectoryError } from '../../lib/config/errors.ts'
import { writeReports } from '../../lib/report/write-reports.ts'
import { exchange, finding, record, runFacts } from './prepared.ts'
import { parseXml } from './well-formed-xml.ts'
import { runDocument } from '../../lib/report/document/run-document.ts'

const hostile = '</failure>]]>&\u0000\u001b[2J"\'`</details>\n\n```\n# owned @everyone <script>alert(1)</script> | x'
const hostileFinding = finding({
  claim: hostile,
  expected: hostile,
  received: hostile,
  hint: hostile,
  counterexample: hostile,
  exchanges: [exchange({ path: '/v1/public/products?q=<a>' }), exchange({ method: 'POST', responseBody: hostile })],
})
const judged = [...requirements.values()].filter(({ kind }) => kind !== 'open')

test('JUnit has a suite an area and a case a requirement, with totals that add up', () => {
  const report = assembleReport(
    record({ findings: [hostileFinding], harnessProblems: [{ check: 'a', message: hostile }] }),
    runFacts(),
  )
  const root = parseXml(junitXml(runDocument(report)))
  const cases = root.children.flatMap(({ children }) => children)
  expect(root.name).toBe('testsuites')
  expect(cases).toHaveLength(requirements.size + 1)
  expect(root.attributes).toMatchObject({ tests: `${cases.length}`, failures: '1', errors: '1' })
  expect(root.children.map(({ attributes }) => attributes['name']).at(0)).toMatch(/^AUTH: /)
  const failed = cases.find(({ attributes }) => attributes['name']?.startsWith('PN-04 '))
  expect(failed?.attributes['classname']).toBe('PN')
  expect(failed?.children[0]?.name).toBe('failure')
  expect(failed?.children[0]?.text).toContain('</failure>]]>&')
  const skipped = cases.find(({ attributes }) => attributes['name']?.startsWith('PN-01 '))
  expect(skipped?.children[0]?.attributes['message']).toMatch(/^not-written: /)
})

test('JUnit skips what is known or warns only', () => {
  const findings = [finding({ requirement: 'AUTH-06' })]
  const root = parseXml(junitXml(runDocument(assembleReport(record({ findings }), runFacts({ documentedOnly: true })))))
  expect(root.attributes['failures']).toBe('0')
})

test('the summary shows what was violated, how to see it again and what was not evaluated', () => {
  const summary = summaryMarkdown(runDocument(assembleReport(record({ findings: [finding()] }), runFacts())))
  expect(summary).toContain('# Conformance: non-conformant')
  expect(summary).toContain('### PN-04: ')
  expect(summary).toContain('`POST /v1/public/products`: expected `409`, received `201`')
  expect(summary).toContain('After: `PATCH /v1/public/products → 200`')
  expect(summary).toContain('npx product-data-conformance replay PN-04')
  expect(summary).toMatch(/^<details><summary>\d+ requirements, not-written\. .*<\/details>$/m)
})

test('nothing that a target sends becomes markup of the summary', () => {
  const summary = summaryMarkdown(runDocument(assembleReport(record({ findings: [hostileFinding] }), runFacts())))
  const outsideCode = summary
    .replaceAll(/^(`{3,})[^\n]*\n[\s\S]*?\n\1$/gm, '')
    .replaceAll(/(`+)(?!`).*?[^`]\1(?!`)/g, '')
  expect(outsideCode).not.toMatch(/owned|@everyone|<script>|alert/)
  // One for the finding, one for what no check evaluated.
  expect(outsideCode.match(/<details>/g)).toHaveLength(2)
  expect(outsideCode.match(/<\/details>/g)).toHaveLength(2)
})

test('what stands in the way is folded, what would enable most first, and is no markup', () => {
  const cause = '<b>@everyone</b>'
  const untested = (['PN-05', 'PN-06'] as const).map(
    (requirement) => ({ requirement, check: 'a', reason: 'blocked', cause }) as const,
  )
  const summary = summaryMarkdown(runDocument(assembleReport(record({ untested }), runFacts())))
  const folds = summary.match(/^<details><summary>\d+/gm) ?? []
  const counts = folds.map((fold) => Number(/\d+$/.exec(fold)?.[0]))
  expect(counts).toEqual(counts.toSorted((one, other) => other - one))
  expect(summary).toContain('<code>&lt;b&gt;@everyone&lt;/b&gt;</code></summary>PN-05, PN-06</details>')
})

test('the summary tells a violation once, with the other places where it was seen', () => {
  const elsewhere = finding({ fingerprint: 'elsewhere', exchanges: [exchange({ path: '/v1/public/items' })] })
  const summary = summaryMarkdown(runDocument(assembleReport(record({ findings: [finding(), elsewhere] }), runFacts())))
  expect(summary.match(/expected `409`, received `201`/g)).toHaveLength(1)
  expect(summary).toMatch(/\(2 times\)/)
  expect(summary).toMatch(/^Also: `.*`$/m)
})

test('a case takes the time of its checks, divided among those that a check verifies, and the times add up', () => {
  const evaluations = (['PN-04', 'PN-05'] as const).map(
    (requirement) => ({ requirement, check: 'both', count: 1 }) as const,
  )
  const traffic = [{ check: 'both', exchanges: 4, durationMs: 3000 }]
  const root = parseXml(junitXml(runDocument(assembleReport(record({ evaluations, traffic }), runFacts()))))
  const timed = root.children.flatMap((suite) =>
    suite.children.filter(({ attributes }) => attributes['time'] !== '0.000'),
  )
  expect(timed.map(({ attributes }) => attributes['time'])).toEqual(['1.500', '1.500'])
  expect(root.children.map(({ attributes }) => attributes['time'])).toContain('3.000')
})

test('the summary fits a comment, however much is violated', () => {
  const long = 'x|`'.repeat(1000)
  const findings = judged.map(({ id }) => finding({ requirement: id, expected: long, received: long, hint: long }))
  const untested = judged.map(({ id }) => ({
    requirement: id,
    check: 'c',
    reason: 'blocked' as const,
    cause: id + long,
  }))
  const violated = summaryMarkdown(runDocument(assembleReport(record({ findings }), runFacts())))
  expect(violated.length).toBeLessThan(60_000)
  expect(violated).toContain('Omitted to save space')
  expect(summaryMarkdown(runDocument(assembleReport(record({ untested }), runFacts()))).length).toBeLessThan(60_000)
})

test('the reports replace what is there and leave nothing half written', async () => {
  const directory = await temporaryDirectory()
  const place = join(directory, 'deep', 'reports')
  const report = assembleReport(record(), runFacts())
  await writeReports(runDocument(report), place)
  const paths = await writeReports(runDocument(report), place, { 'badge.svg': '<svg/>' })
  expect((await readdir(place)).sort()).toEqual([
    'badge.svg',
    'conformance.json',
    'gl-code-quality.json',
    'index.html',
    'junit.xml',
    'manifest.json',
    'summary.md',
  ])
  expect(paths).toContain(join(place, 'badge.svg'))
  expect(await readFile(join(place, 'conformance.json'), 'utf8')).toBe(conformanceJson(report))
})

test('a place that cannot hold reports is named', async () => {
  const directory = await temporaryDirectory()
  const file = join(directory, 'file')
  await writeFile(file, '')
  const writing = writeReports(runDocument(assembleReport(record(), runFacts())), file)
  await expect(writing).rejects.toThrow(ReportsDirectoryError)
  await expect(writing).rejects.toThrow(file)
})

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'reports-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }))
  return directory
}
