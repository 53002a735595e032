import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { validate } from '../../lib/contract/schema-registry.ts'
import type { ConformanceReport } from '../../lib/report/conformance-report.ts'
import { runCli } from './run-cli.ts'

const root = mkdtempSync(join(tmpdir(), 'cover-'))
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))

const read = (name: string): string => readFileSync(join(root, name), 'utf8')
const report = (): ConformanceReport => JSON.parse(read('conformance.json'))

beforeAll(async () => {
  const words = ['run', '--only', 'PN-06 || WS-01', '--seed', '1', '--reports', root]
  for (const _ of ['a first run', 'another one']) await runCli(words)
})

test('the manifest has each file with its digest, and no other', () => {
  const manifest: { files: Array<{ path: string; sha256: string }> } = JSON.parse(read('manifest.json'))
  expect(validate('formats/manifest.json', manifest)).toEqual([])
  const there = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
    .filter((path) => !/^(?:\.|previous\/|manifest\.json$)/.test(path))
  expect(new Set(manifest.files.map(({ path }) => path))).toEqual(new Set(there))
  for (const { path, sha256 } of manifest.files)
    expect([
      path,
      createHash('sha256')
        .update(readFileSync(join(root, path)))
        .digest('hex'),
    ]).toEqual([path, sha256])
})

test('page, JSON and archive agree in their numbers, the teardown told apart', () => {
  const { target, traffic = [] } = report()
  const { log } = JSON.parse(read('exchanges.har'))
  const { exchanges, teardownExchanges = 0 } = target
  expect(teardownExchanges).toBeGreaterThan(0)
  expect(log.entries.length).toBe(exchanges + teardownExchanges)
  expect(traffic.reduce((sum, row) => sum + row.exchanges, 0)).toBe(exchanges)
  expect(read('index.html')).toContain(`${exchanges} requests and ${teardownExchanges} to remove test data`)
})

test('the head of the page says when, with what and on what, and what was left out', () => {
  const { target, suite, since } = report()
  const [, cover = ''] = /<dl class="facts cover">(.*?)<\/dl>/s.exec(read('index.html')) ?? []
  const text = cover.replaceAll(/<[^>]+>|\s+/g, ' ').replaceAll(/ +/g, ' ')
  expect(text).toContain(`Tested ${target.startedAt.slice(0, 16).replace('T', ' ')} UTC`)
  expect(text).toContain(`Suite ${suite.name} ${suite.version}, contract ${suite.contract}`)
  expect(text).toContain(`Requirements ${suite.requirementsDigest}`)
  expect(text).toMatch(/Scope selection PN-06 \|\| WS-01, standard effort, reads and writes; \d+ of \d+ requirements/)
  expect(text).toMatch(/Requirements not evaluated \d+ \(not selected in this run\)/)
  expect(text).toContain('Since the last run nothing newly violated, nothing fixed')
  expect(since).toMatchObject({ newlyViolated: [], fixed: [], runs: [{ violated: 0 }] })
  expect(cover).toContain('aria-label="Violated requirements in the last 2 runs: 0, 0"')
})

test('the page names all that lies beside it', () => {
  const [, list = ''] = /<ul class="beside">(.*?)<\/ul>/s.exec(read('index.html')) ?? []
  const named = [...list.matchAll(/<a href="[^"]+">([^<]+)<\/a>/g)].map(([, name]) => name)
  const there = readdirSync(root).filter((name) => !name.startsWith('.') && name !== 'index.html')
  expect(new Set(named)).toEqual(new Set(there))
})
