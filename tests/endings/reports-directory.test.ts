import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { refuseForeign } from '../../lib/cli/reports-directory.ts'
import { runCli } from '../cli/run-cli.ts'
import { startCli } from '../cli/start-cli.ts'
import { unspoiled } from '../hostile/relay.ts'
import { openTarget, runWords, targetKeys, until } from './open-target.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const root = temporaryDirectory('reports-directory-')

const report = '{\n "schemaVersion": 1,\n "suite": {\n  "name": "product-data-conformance"'

/** A directory with such files, by their paths within it. */
function directoryWith(files: Readonly<Record<string, string>>): string {
  const directory = mkdtempSync(join(root, 'with-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), text)
  }
  return directory
}

/** All files below a directory, with what they hold. */
function everythingIn(directory: string): Readonly<Record<string, string>> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).toSorted()
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')]))
}

/** The same without what a run under way adds to. */
function finishedIn(directory: string): Readonly<Record<string, string>> {
  const files = Object.entries(everythingIn(directory))
  return Object.fromEntries(files.filter(([path]) => !/\/(?:\.run-|\.allure-|ledger-)/.test(path)))
}

const foreign = [
  { what: 'a site', files: { 'index.html': '<p>mine', 'previous/index.html': '<p>mine too' } },
  { what: 'a project', files: { 'README.md': '#', 'package.json': '{}', 'src/main.ts': '', 'summary.md': 'mine' } },
  { what: 'reports of another suite', files: { 'conformance.json': '{ "suite": "of others" }', 'junit.xml': '<x/>' } },
  { what: 'a directory with a file of others beside shards', files: { 'shard-1/junit.xml': report, 'b/mine.txt': '' } },
]

describe('what others have made is left as it is', () => {
  test.each(foreign)('by a run into $what', async ({ files }) => {
    const reports = directoryWith(files)
    const before = everythingIn(reports)
    await using target = await openTarget()
    const ended = await runCli(runWords(target.url, reports), targetKeys)
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toMatch(
      /^error: .* it contains files that the suite did not write \(.+\); choose another .*--reports DIR\n$/,
    )
    expect(target.count.requests).toBe(0)
    expect(everythingIn(reports)).toEqual(before)
  })

  test('by whatever else writes reports or a ledger', async () => {
    const reports = directoryWith({ 'index.html': '<p>mine' })
    const before = everythingIn(reports)
    await using target = await openTarget()
    const shard = join(root, 'shard')
    const words = ['run', '--only', 'WS-01', '--shard', '1/1', '--reports', shard]
    expect(await runCli(words)).toMatchObject({ code: 0 })
    const [, ...looking] = runWords(target.url, reports)
    for (const command of [
      ['merge', shard, '--reports', reports],
      ['doctor', ...looking.filter((word) => word !== '--effort' && word !== 'quick')],
      ['run', '--base-url', 'http://127.0.0.1:1', '--reports', reports],
      ['run', '--base-url', 'http://127.0.0.1:1', '--seed', 'x', '--reports', reports],
    ]) {
      const ended = await runCli(command, targetKeys)
      expect(ended.stderr).toMatch(command.includes('x') ? /^error: .*--seed.*\n$/ : /^error: .* did not write .*\n$/)
      expect(ended.code).toBe(2)
      expect(everythingIn(reports)).toEqual(before)
    }
    expect(target.count.requests).toBe(0)
  })

  test.each([
    { what: 'an empty directory', files: {} },
    { what: 'a checkout', files: { 'README.md': '#', '.gitkeep': '', '.gitignore': '*' } },
    { what: 'a report of an earlier version', files: { 'conformance.json': `${report}}}`, 'mine.txt': '' } },
    { what: 'a ledger of an earlier version', files: { 'ledger-abcd1234.jsonl': '{}' } },
    { what: 'reports of several shards', files: { 'shard-1/conformance.json': report, 'shard-2/junit.xml': report } },
  ])('$what is taken', ({ files }) => {
    expect(() => refuseForeign(directoryWith(files))).not.toThrow()
  })

  test('what a run has written is taken by the next one, whatever has been removed or put beside it', async () => {
    const reports = directoryWith({ 'README.md': '#' })
    const words = ['run', '--only', 'WS-01', '--reports', reports]
    expect(await runCli(words)).toMatchObject({ code: 0, stderr: '' })
    for (const name of ['conformance.json', 'junit.xml']) rmSync(join(reports, name))
    writeFileSync(join(reports, 'notes.txt'), 'mine')
    expect(await runCli(words)).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(join(reports, 'notes.txt'), 'utf8')).toBe('mine')
    expect(readFileSync(join(reports, 'README.md'), 'utf8')).toBe('#')
  })
})

describe('a second run into one directory', () => {
  const only = ['--only', 'PROD-03']
  let reports: string
  beforeAll(async () => {
    reports = join(root, 'taken')
    await runCli(['run', '--only', 'WS-01', '--reports', reports])
  })

  test('is refused while the first is under way, and replaces nothing of it', async () => {
    let isHeld = true
    await using target = await openTarget((answer, response) => {
      if (answer.asked.method !== 'POST') return unspoiled(answer, response)
      void until(() => !isHeld).then(() => unspoiled(answer, response))
    })
    // Its creation is held for as long as this machine needs for two runs.
    const first = startCli([...runWords(target.url, reports), ...only, '--timeout', '600'], targetKeys)
    const ended = once(first, 'exit')
    await until(() => target.count.creations > 0)
    await using other = await openTarget()
    const before = finishedIn(reports)
    expect(Object.keys(before)).toContain(join(reports, 'previous/index.html'))
    for (const command of [
      [...runWords(other.url, reports), '--only', 'WS-01'],
      ['run', '--base-url', 'http://127.0.0.1:1', '--reports', reports],
    ]) {
      const second = await runCli(command, targetKeys)
      expect(second).toMatchObject({ code: 2, stdout: '' })
      expect(second.stderr).toMatch(
        new RegExp(`^error: .* process ${first.pid} on ${hostname()}, since \\d{4}-\\S+Z, is writing there; .*\\n$`),
      )
    }
    expect(other.count.requests).toBe(0)
    expect(finishedIn(reports)).toEqual(before)
    isHeld = false
    expect(await ended).toEqual([0, null])
    expect(await runCli([...runWords(target.url, reports), ...only], targetKeys)).toMatchObject({ code: 0 })
  })

  test('is made where the first was killed', async () => {
    // Its creation is never answered: it is under way until it is killed.
    await using hanging = await openTarget((answer, response) => {
      if (answer.asked.method !== 'POST') unspoiled(answer, response)
    })
    const first = startCli([...runWords(hanging.url, reports), ...only], targetKeys)
    const ended = once(first, 'exit')
    await until(() => hanging.count.creations > 0)
    first.kill('SIGKILL')
    await ended
    expect(await runCli(['run', '--only', 'WS-01', '--reports', reports])).toMatchObject({ code: 0, stderr: '' })
  })

  test('whose first is of another machine is made once that gives no sign of life', async () => {
    const copy = join(root, 'copy')
    cpSync(reports, copy, { recursive: true })
    const lock = join(copy, '.conformance-lock')
    const words = ['run', '--only', 'WS-01', '--reports', copy]
    writeFileSync(lock, JSON.stringify({ host: 'elsewhere', pid: 7, startedAt: '2026-01-02T03:04:05Z' }))
    const refused = await runCli(words)
    expect(refused.stderr).toContain('process 7 on elsewhere, since 2026-01-02T03:04:05Z, is writing there')
    expect(refused.code).toBe(2)
    const longAgo = new Date(Date.now() - 120_000)
    utimesSync(lock, longAgo, longAgo)
    expect(await runCli(words)).toMatchObject({ code: 0, stderr: '' })
    expect(readdirSync(copy)).not.toContain('.conformance-lock')
  })
})
