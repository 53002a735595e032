import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ConformanceReport } from '../../lib/report/conformance-report.ts'
import { harLogEnding } from '../../lib/run/provided.ts'
import { runCli } from './run-cli.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const root = temporaryDirectory('stale-')

const lastRun = '{ "suite": { "name": "product-data-conformance" } }'

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
  for (const name of ['conformance.json', 'junit.xml', 'mine.txt']) writeFileSync(join(reports, name), lastRun)
  const ended = await runCli(['run', ...words, '--reports', reports], key)
  expect(ended.code).toBe(2)
  expect(readdirSync(reports)).toEqual(expect.arrayContaining(['mine.txt', 'previous']))
  expect(readFileSync(join(reports, 'previous/conformance.json'), 'utf8')).toBe(lastRun)
  const now = join(reports, 'conformance.json')
  const report: ConformanceReport | undefined = existsSync(now) ? JSON.parse(readFileSync(now, 'utf8')) : undefined
  expect(report?.verdict).toBe(verdict)
})

test.each(['exchanges.har', 'junit.xml'])(
  'where %s cannot be written, it is named, and no other report is lost',
  async (name) => {
    const reports = mkdtempSync(join(root, 'reports-'))
    // It comes into the way when the run is under way: what is there before is set aside.
    const module = join(mkdtempSync(join(root, 'module-')), 'module.mjs')
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
  const module = join(mkdtempSync(join(root, 'module-')), 'module.mjs')
  writeFileSync(
    module,
    `import { mkdirSync, readdirSync } from 'node:fs'
// The log of the one worker, whatever its number is; it begins long after the directory of its run is there.
const timer = setInterval(() => {
  const records = readdirSync(${JSON.stringify(reports)}).find((name) => name.startsWith('.run-'))
  if (records === undefined) return
  for (let worker = 0; worker < 20; worker += 1)
    mkdirSync([${JSON.stringify(reports)}, records, process.pid + '-' + worker + ${JSON.stringify(harLogEnding)}].join('/'))
  clearInterval(timer)
}, 1)
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

test('records of a run that is over are removed with the next run, nothing else is', async () => {
  const reports = mkdtempSync(join(root, 'reports-'))
  writeFileSync(join(reports, 'conformance.json'), lastRun)
  for (const name of ['.run-deaddead-x', '.allure-deaddead', '.config']) mkdirSync(join(reports, name))
  expect(await runCli(['run', '--only', 'WS-01', '--reports', reports])).toMatchObject({ code: 0, stderr: '' })
  const hidden = readdirSync(reports).filter((name) => name.startsWith('.'))
  expect(hidden.toSorted()).toEqual(['.config', '.conformance-reports'])
})

test('a cleanup in what is no directory is refused in one line', async () => {
  const link = join(root, 'null')
  symlinkSync('/dev/null', link)
  const ended = await runCli(['cleanup', '--reports', link])
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toBe(`error: ${link} is not a directory; check --reports\n`)
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
