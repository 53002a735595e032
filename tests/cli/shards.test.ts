import { cpSync, existsSync, mkdtempSync, readFileSync, writeFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { validate } from '../../lib/contract/schema-registry.ts'
import type { ShardJournal } from '../../lib/merge/shard-journal.ts'
import type { WrittenReport } from '../../lib/report/conformance-json.ts'
import { startChangedReference } from '../../proof/start-changed-reference.ts'
import type { Reference } from '../../reference/start-reference.ts'
import type { Ended } from '../execute.ts'
import { runCli } from './run-cli.ts'

const root = mkdtempSync(join(tmpdir(), 'shards-'))
const shards = join(root, 'shards')
const indices = [1, 2, 3]
/** Scenarios, properties, model runs and races, some of which run alone. */
const areas = 'PN || PROD || ERR || PAGE || RATE'
const shardIn = (index: number): string => join(shards, `${index}`)
const reportIn = (directory: string): WrittenReport =>
  JSON.parse(readFileSync(join(directory, 'conformance.json'), 'utf8'))

const exchanges = (directory: string): number =>
  JSON.parse(readFileSync(join(directory, 'exchanges.har'), 'utf8')).log.entries.length

let reference: Reference
let whole: Ended
let parts: readonly Ended[]

/** What the numbers of a run do not change: not its times, nor the ids that the target gave. */
function essence({ verdict, summary, requirements, replay, target }: WrittenReport): unknown {
  const rows = requirements.map(({ findings, ...rest }) => {
    const { id, checks, untested } = rest
    return { id, verdict: rest.verdict, checks, untested, signatures: findings.map(({ signature }) => signature) }
  })
  return { verdict, summary, rows, replay, seed: target.seed }
}

function run(...words: readonly string[]): Promise<Ended> {
  const target = ['--base-url', reference.baseUrl, '--allow-writes', '--allow-traces', '--effort', 'quick']
  return runCli(['run', ...target, ...words], { CONFORMANCE_API_KEY: reference.keys.own })
}

beforeAll(async () => {
  // The second fault is seen by scenarios, a model run and a race: the cause of a finding may be in another shard.
  reference = await startChangedReference({ faults: ['retired-number-back-to-its-product', 'trailing-comma-forgiven'] })
  whole = await run('--seed', '42', '--only', areas, '--reports', join(root, 'whole'))
  const ended: Ended[] = []
  for (const index of indices)
    ended.push(await run('--shard', `${index}/3`, '--only', areas, '--reports', shardIn(index)))
  parts = ended
})
afterAll(async () => {
  await reference.close()
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

test('the merge of all shards says what one run says', async () => {
  const merged = join(root, 'merged')
  const { code, stderr, stdout } = await runCli(['merge', shards, '--reports', merged])
  expect(stderr).toBe('')
  const [one, other] = [reportIn(join(root, 'whole')), reportIn(merged)]
  expect(one.summary.violated).toBe(2)
  expect(essence(other)).toEqual(essence(one))
  expect(validate('formats/conformance-report.json', other)).toEqual([])
  expect(code).toBe(whole.code)
  expect(stdout).toMatch(/PN-06 +violated/)
  expect(exchanges(merged)).toBe(indices.reduce((sum, index) => sum + exchanges(shardIn(index)), 0))
  for (const name of ['summary.md', 'junit.xml', 'allure-results']) expect(existsSync(join(merged, name))).toBe(true)
})

/** The shards of a run of the day before, which found nothing. */
function earlierShards(): string {
  const earlier = join(root, 'earlier')
  cpSync(shards, earlier, { recursive: true })
  for (const index of indices) {
    const path = join(earlier, `${index}`, 'journal.json')
    const journal: ShardJournal = JSON.parse(readFileSync(path, 'utf8'))
    const target = {
      ...journal.target,
      startedAt: new Date(Date.parse(journal.target.startedAt) - 86_400_000).toISOString(),
    }
    const records = journal.records.map((record) => ({ ...record, findings: [] }))
    writeFileSync(path, JSON.stringify({ ...journal, target, records }))
  }
  return earlier
}

test('a merge says what is new since the last run, also where it is made again', async () => {
  const merged = join(root, 'again')
  await runCli(['merge', earlierShards(), '--reports', merged])
  expect(reportIn(merged)).toMatchObject({ summary: { violated: 0 } })
  expect(reportIn(merged).since).toBeUndefined()
  for (let time = 1; time <= 2; time += 1) {
    const { stderr } = await runCli(['merge', shards, '--reports', merged])
    expect(stderr).toBe('')
    const { since, requirements } = reportIn(merged)
    const newlyViolated = requirements.filter(({ verdict }) => verdict === 'violated').map(({ id }) => id)
    expect(since).toMatchObject({ newlyViolated, fixed: [], runs: [{ violated: 0 }] })
    expect(newlyViolated).toHaveLength(2)
  }
})

describe('a shard', () => {
  test('is never conformant by itself, and leaves the rest to the others', () => {
    for (const [at, index] of indices.entries()) {
      const report = reportIn(shardIn(index))
      const violated = report.summary.violated > 0
      expect(report.verdict).toBe(violated ? 'non-conformant' : 'incomplete')
      expect(parts[at]?.code).toBe(violated ? 1 : 0)
      const left = report.requirements.filter(({ untested }) => untested?.reason === 'not-selected')
      expect(left.length).toBeGreaterThan(20)
      expect(left[0]?.untested?.enable).toContain('merge')
    }
  })

  test('writes a journal in its format, in which no key is', () => {
    for (const index of indices) {
      const text = readFileSync(join(shardIn(index), 'journal.json'), 'utf8')
      expect(validate('formats/shard-journal.json', JSON.parse(text))).toEqual([])
      expect(text).not.toContain(reference.keys.own)
    }
  })
})

describe('merge', () => {
  test('of some shards is incomplete at best, and says which is missing', async () => {
    const merged = join(root, 'some')
    const { code, stdout } = await runCli(['merge', shardIn(1), shardIn(2), '--require-complete', '--reports', merged])
    expect(stdout).toContain('note: the merge is incomplete: shard 3/3 is missing')
    const { verdict, summary } = reportIn(merged)
    expect(verdict).toBe(summary.violated > 0 ? 'non-conformant' : 'incomplete')
    expect(code).toBe(summary.violated > 0 ? 1 : 3)
  })

  test('takes the deviations that are accepted, and writes those that are not yet', async () => {
    const path = join(root, 'deviations.yaml')
    const words = [shards, '--reports', join(root, 'accepted')]
    expect((await runCli(['merge', ...words, '--write-deviations', path])).code).toBe(1)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('to be filled in', 'the team of the registry'))
    const accepted = await runCli(['merge', ...words, '--deviations', path])
    expect(accepted.stdout).toMatch(/PN-06 +known/)
    expect(accepted.code).toBe(0)
  })

  test('of runs with different seeds is refused', async () => {
    const other = join(root, 'other')
    cpSync(shardIn(1), other, { recursive: true })
    await run('--shard', '2/3', '--seed', '7', '--only', 'PN-06', '--reports', other)
    const ended = await runCli(['merge', shardIn(1), other, '--reports', join(root, 'none')])
    expect(ended.stderr).toMatch(/different seeds: 42 in .*, 7 in .*--seed/)
    expect(ended.code).toBe(2)
    expect(existsSync(join(root, 'none'))).toBe(false)
  })

  test('is given no journal of an earlier run where a shard could not be made', async () => {
    const reports = join(root, 'unreachable')
    cpSync(shardIn(1), reports, { recursive: true })
    const ended = await runCli(['run', '--base-url', 'http://127.0.0.1:1', '--shard', '1/3', '--reports', reports], {
      CONFORMANCE_API_KEY: reference.keys.own,
    })
    expect(ended.code).toBe(2)
    expect(existsSync(join(reports, 'journal.json'))).toBe(false)
  })

  test('of what is no shard is refused in one line', async () => {
    const ended = await runCli(['merge', join(root, 'whole')])
    expect(ended.stderr).toMatch(/has no journal\.json.*--shard/)
    expect(ended.stderr.trim().split('\n')).toHaveLength(1)
    expect(ended.code).toBe(2)
  })
})

test('a selection with fewer checks than shards leaves a shard without any, and that is no error', async () => {
  const small = join(root, 'small')
  const codes: (number | null)[] = []
  for (const index of indices)
    codes.push((await run('--only', 'PN-02', '--shard', `${index}/3`, '--reports', join(small, `${index}`))).code)
  expect(codes).toEqual([0, 0, 0])
  const { code } = await runCli(['merge', small, '--reports', join(small, 'merged')])
  expect(code).toBe(0)
  expect(reportIn(join(small, 'merged')).requirements.find(({ id }) => id === 'PN-02')?.verdict).toBe('conforms')
})
