import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startChangedReference } from '../../proof/start-changed-reference.ts'
import type { Reference } from '../../reference/start-reference.ts'
import type { Ended } from '../execute.ts'
import { runCli } from '../cli/run-cli.ts'

const reports = mkdtempSync(join(tmpdir(), 'allure-'))
const faults = ['retired-number-back-to-its-product', 'count-holds-the-total']
let reference: Reference
let ended: Ended
let page = ''

/** The data of the page stand in it as Base64. */
function decoded(html: string): string {
  return html.replaceAll(/(?<=d\("[^"]*",")[\w+/=]+(?=")/g, (text) => Buffer.from(text, 'base64').toString('utf8'))
}

const run = () =>
  runCli(
    ['run', '--base-url', reference.baseUrl, '--allow-writes', '--allow-traces', '--effort', 'quick', '--allure']
      .concat(['--only', 'PN-06 || PAGE-01', '--reports', reports])
      .concat(['--seed', '3']),
    { CONFORMANCE_API_KEY: reference.keys.own },
  )

beforeAll(async () => {
  reference = await startChangedReference({ faults })
  ended = await run()
  page = readFileSync(join(reports, 'allure-report', 'index.html'), 'utf8')
})
afterAll(async () => {
  await reference.close()
  rmSync(reports, { recursive: true, force: true, maxRetries: 5 })
})

test('--allure makes one page that names the requirements and their violations', () => {
  expect(ended.code).toBe(1)
  // Traces alone.
  expect(ended.stderr).toMatch(/^\d+ part numbers are retired for good: [^\n]*\n$/)
  const text = decoded(page)
  const wanted = [
    'PN: part numbers',
    'PN-06 a retired part number (set at creation) is rejected on assignment to the product that had it',
    'PN-06: PATCH /products/{product_id} answers 409: expected 409, received 200',
    'PAGE-02: `count` is the number of entries in the response',
  ]
  expect(wanted.filter((words) => !text.includes(words))).toEqual([])
})

test('the page asks nobody for anything', () => {
  expect(page.includes(`Content-Security-Policy" content="default-src 'none'`)).toBe(true)
  expect(page.match(/(?:src|href)="https?:[^"]*"|googletag/g)).toBeNull()
})

test('no key is in the results, the page or the history', () => {
  const names = readdirSync(reports, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  expect(files.length).toBeGreaterThan(10)
  const core = reference.keys.own.slice(8, 30)
  expect(files.filter((file) => decoded(readFileSync(file, 'utf8')).includes(core))).toEqual([])
})

test('the results are those of this run, and every attachment is there', () => {
  const directory = join(reports, 'allure-results')
  const results = readdirSync(directory)
    .filter((name) => name.endsWith('-result.json'))
    .map((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')))
  const failed: string[] = results
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => /^[A-Z]+-\d+/.exec(name)?.[0] ?? name)
  expect([...new Set(failed)].sort()).toEqual(['PAGE-02', 'PN-06'])
  const sources: string[] = results.flatMap(({ attachments }) =>
    attachments.map(({ source }: { source: string }) => source),
  )
  expect(sources.length).toBeGreaterThan(2)
  expect(sources.filter((source) => !existsSync(join(directory, source)))).toEqual([])
  expect(results.every(({ steps }) => steps.length === 0)).toBe(true)
})

test('a further run adds to the history, and the page compares with it', async () => {
  await run()
  const history = readFileSync(join(reports, 'allure-history.jsonl'), 'utf8').trim().split('\n')
  expect(history).toHaveLength(2)
  const [first, second] = history.map((line) => Object.keys(JSON.parse(line).testResults).sort())
  expect(second).toEqual(first)
})
