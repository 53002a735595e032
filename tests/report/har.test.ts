import { once } from 'node:events'
import { globSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { ConformanceReport } from '../../lib/report/conformance-report.ts'
import { harLogEnding } from '../../lib/run/provided.ts'
import { startReference } from '../../reference/start-reference.ts'
import { runCli } from '../cli/run-cli.ts'
import { startCli } from '../cli/start-cli.ts'
import { readHar } from './har-valid.ts'

test('the archive of a run is valid HAR 1.2, holds every exchange, says whose each is, and no key', async () => {
  const reports = await newReports()
  await using reference = await referenceForATest()
  const { own: key, otherOrganization } = reference.keys
  const words = [
    '--allow-writes',
    '--allow-traces',
    '--effort',
    'quick',
    '--only',
    'PN-06 || UP || DL || ERR-17 || AUTH',
  ]
  const { code } = await runCli(['run', '--base-url', reference.baseUrl, '--reports', reports, ...words], {
    CONFORMANCE_API_KEY: key,
    CONFORMANCE_OTHER_ORG_API_KEY: otherOrganization,
  })
  expect(code).toBe(0)
  const { log } = readHar(join(reports, 'exchanges.har'))
  const report: ConformanceReport = JSON.parse(readFileSync(join(reports, 'conformance.json'), 'utf8'))
  const ofTheRun = log.entries.filter(({ comment = '' }) => !comment.startsWith('teardown'))
  expect(ofTheRun).toHaveLength(report.target.exchanges)
  expect(log.entries[0]?.comment).toBe('reaching the target')
  const times = log.entries.map(({ startedDateTime }) => startedDateTime)
  expect(times).toEqual(times.toSorted())
  expect(log.entries.some(({ comment }) => comment === 'teardown')).toBe(true)
  expect(ofTheRun.find(({ comment }) => comment?.startsWith('PN-06: '))?.request.url).toContain(reference.baseUrl)
  expect(ofTheRun.filter(({ response }) => (response.content.text ?? '').length > 4096)).toEqual([])
  const text = readFileSync(join(reports, 'exchanges.har'), 'utf8')
  for (const secret of [key, otherOrganization]) expect(text).not.toContain(secret.slice(8, 24))
  expect((await readdir(reports)).filter((name) => name.includes('draft') || name.startsWith('.run'))).toEqual([])
})

test('an interrupted run leaves the archive of what it had sent', async () => {
  const reports = await newReports()
  const child = startCli(['run', '--effort', 'quick', '--reports', reports], {})
  const ended = once(child, 'exit')
  while (written(reports) < 100_000 && child.exitCode === null) await sleep(20)
  child.kill('SIGINT')
  await ended
  const { entries } = readHar(join(reports, 'exchanges.har')).log
  expect(entries.length).toBeGreaterThan(20)
  expect(entries.some(({ comment }) => comment === 'teardown')).toBe(true)
})

/** Bytes of exchanges that a run has put to disk while it is under way. */
function written(reports: string): number {
  // Their directory goes when the run ends, which a glob takes for an empty one.
  const logs = globSync(`.run-*/*${harLogEnding}`, { cwd: reports })
  return logs.reduce((sum, name) => sum + (statSync(join(reports, name), { throwIfNoEntry: false })?.size ?? 0), 0)
}

async function newReports(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'har-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }))
  return directory
}

async function referenceForATest() {
  const reference = await startReference()
  return { ...reference, [Symbol.asyncDispose]: () => reference.close() }
}
