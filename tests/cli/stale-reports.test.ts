import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { removeStaleRecords, claimRecords } from '../../lib/cli/stale-records.ts'
import type { ConformanceReport } from '../../lib/report/conformance-report.ts'
import { harLogEnding } from '../../lib/run/provided.ts'
import { runCli } from './run-cli.ts'

const root = mkdtempSync(join(tmpdir(), 'stale-'))
afterAll(() => rmSync(root, { recursive: true }))

const key = { CONFORMANCE_API_KEY: 'svc_api_0123456789abcdefghijklmnop' }

test.each([
  { what: 'the target is down', words: ['--base-url', 'http://127.0.0.1:1'], verdict: 'error' },
  {
    what: 'a setting is wrong',
    words: ['--base-url', 'http://127.0.0.1:1', '--effort', 'quick', '--seed', 'x'],
    verdict: undefined,
  },
])('the reports of the last run are set aside where $what', async ({ words, verdict }) => {
  const reports = mkdtempSync(join(root, 'reports-'))
  for (const name of ['conformance.json', 'junit.xml', 'mine.txt'])
    writeFileSync(join(reports, name), 'of the last run')
  const ended = await runCli(['run', ...words, '--reports', reports], key)
  expect(ended.code).toBe(2)
  expect(readdirSync(reports)).toEqual(expect.arrayContaining(['mine.txt', 'previous']))
  expect(readFileSync(join(reports, 'previous/conformance.json'), 'utf8')).toBe('of the last run')
  const now = join(reports, 'conformance.json')
  const report: ConformanceReport | undefined = existsSync(now) ? JSON.parse(readFileSync(now, 'utf8')) : undefined
  expect(report?.verdict).toBe(verdict)
})

test.each(['exchanges.har', 'junit.xml'])(
  'where %s cannot be written, it is named, and no other report is lost',
  async (name) => {
    const reports = mkdtempSync(join(root, 'reports-'))
    // It comes into the way when the run is under way: what is there before is set aside.
    const module = join(reports, 'module.mjs')
    writeFileSync(
      module,
      `import { mkdirSync, writeFileSync } from 'node:fs'
mkdirSync(${JSON.stringify(join(reports, name))}, { recursive: true })
writeFileSync(${JSON.stringify(join(reports, name, 'in-the-way'))}, '')
export const revokeApiKey = async () => undefined
`,
    )
    const ended = await runCli(['run', '--only', 'WS-01', '--controls', module, '--reports', reports])
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain(join(reports, name))
    const others = ['conformance.json', 'junit.xml', 'summary.md', 'index.html', 'badge.svg'].filter(
      (one) => one !== name,
    )
    for (const other of others) expect(readFileSync(join(reports, other), 'utf8')).not.toBe('')
  },
)

test('where exchanges cannot be noted while they come in, that is said, and no other report is lost', async () => {
  const reports = mkdtempSync(join(root, 'reports-'))
  const module = join(reports, 'module.mjs')
  writeFileSync(
    module,
    `import { mkdirSync, readdirSync } from 'node:fs'
const records = readdirSync(${JSON.stringify(reports)}).find((name) => name.startsWith('.run-'))
const log = [process.pid, '-', process.env.VITEST_POOL_ID, ${JSON.stringify(harLogEnding)}].join('')
if (process.env.VITEST_POOL_ID) mkdirSync([${JSON.stringify(reports)}, records, log].join('/'))
export const revokeApiKey = async () => undefined
`,
  )
  const ended = await runCli(['run', '--only', 'WS-01', '--controls', module, '--reports', reports])
  expect(ended.code).toBe(2)
  expect(ended.stderr).toContain('exchanges.har will not be complete')
  expect(ended.stderr).toContain(join(reports, 'exchanges.har'))
  for (const name of ['conformance.json', 'junit.xml', 'summary.md', 'index.html', 'badge.svg'])
    expect(readFileSync(join(reports, name), 'utf8')).not.toBe('')
})

test('two runs in one reports directory mix no results', async () => {
  const reports = mkdtempSync(join(root, 'reports-'))
  const ended = await Promise.all(['WS', 'USER'].map((area) => runCli(['run', '--only', area, '--reports', reports])))
  expect(ended.map(({ code }) => code)).toEqual([0, 0])
  const judged: ConformanceReport = JSON.parse(readFileSync(join(reports, 'conformance.json'), 'utf8'))
  expect(judged.problems ?? []).toEqual([])
  const results = readdirSync(join(reports, 'allure-results')).filter((name) => name.endsWith('-result.json'))
  const histories = results.map((name) => historyOf(readFileSync(join(reports, 'allure-results', name), 'utf8')))
  expect(histories.length).toBeGreaterThan(0)
  expect(new Set(histories).size).toBe(histories.length)
  expect(readdirSync(reports).filter((name) => /^\.(?:run|allure)-/.test(name))).toEqual([])
})

/** What tells the results of a test apart from those of all others. */
function historyOf(result: string): string {
  const { historyId }: { readonly historyId: string } = JSON.parse(result)
  return historyId
}

test('records of a run that is over are removed, those of a run under way stay', () => {
  const reports = mkdtempSync(join(root, 'reports-'))
  const dead = join(reports, '.run-deaddead-x')
  const recent = join(reports, '.run-youngone-x')
  for (const name of [dead, recent, join(reports, '.allure-deaddead'), join(reports, '.config')]) mkdirSync(name)
  claimRecords(dead, 'deaddead')
  const owner = JSON.parse(readFileSync(join(dead, 'owner'), 'utf8'))
  writeFileSync(join(dead, 'owner'), JSON.stringify({ ...owner, pid: 2 ** 22 + 1 }))
  removeStaleRecords(reports)
  expect(readdirSync(reports).toSorted()).toEqual(['.config', '.run-youngone-x'])
})

test('a cleanup in what is no directory is refused in one line', async () => {
  const link = join(root, 'null')
  symlinkSync('/dev/null', link)
  const ended = await runCli(['cleanup', '--reports', link])
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toBe(`error: ${link} is no directory; check --reports\n`)
})

test.each([
  { what: 'a device', make: (path: string) => symlinkSync('/dev/null', path) },
  { what: 'a pipe that nobody reads', make: (path: string) => execFileSync('mkfifo', [path]) },
  { what: 'a file', make: (path: string) => writeFileSync(path, 'mine') },
])('a run whose reports are to go into $what ends in one line, and does not wait for it', async ({ what, make }) => {
  const path = join(root, what.replaceAll(' ', '-'))
  make(path)
  const ended = await runCli(['run', '--only', 'WS-01', '--reports', path])
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toMatch(/^error: .*--reports.*\n$/)
})
