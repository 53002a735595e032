import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConformanceReport } from '../../lib/report/conformance-report.ts'
import { readDeviations } from '../../lib/config/read-deviations.ts'
import { startChangedReference } from '../../proof/start-changed-reference.ts'
import type { Reference } from '../../reference/start-reference.ts'
import type { Ended } from '../execute.ts'
import { runCli } from './run-cli.ts'

const root = mkdtempSync(join(tmpdir(), 'gate-'))
const newReports = (): string => mkdtempSync(join(root, 'reports-'))
const reportIn = (directory: string): ConformanceReport =>
  JSON.parse(readFileSync(join(directory, 'conformance.json'), 'utf8'))

/** PN-06 is documented, AUTH-06 implied. */
let reference: Reference
beforeAll(async () => {
  reference = await startChangedReference({
    faults: ['retired-number-back-to-its-product', 'scheme-found-anywhere-in-the-header'],
  })
})
afterAll(async () => {
  await reference.close()
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

function gate(...words: readonly string[]): Promise<Ended> {
  const target = ['--base-url', reference.baseUrl, '--allow-writes', '--allow-traces', '--effort', 'standard']
  const reports = words.includes('--reports') ? [] : ['--reports', newReports()]
  return runCli(['run', ...target, ...reports, ...words], { CONFORMANCE_API_KEY: reference.keys.own })
}

function deviationsFile(entries: readonly object[]): string {
  const path = join(newReports(), 'deviations.json')
  writeFileSync(path, JSON.stringify(entries))
  return path
}

describe('deviations', () => {
  test('written on day one, the same violations pass; nothing else does', async () => {
    const path = join(root, 'known', 'deviations.yaml')
    const first = await gate('--only', 'PN-06', '--write-deviations', path)
    expect(first.code).toBe(1)
    const entries = readDeviations(path)
    const [entry] = entries
    expect(first.stdout).toContain(`deviations: ${path}: ${entries.length} added`)
    expect(entry).toMatchObject({ requirement: 'PN-06' })
    const unclaimed = await gate('--only', 'PN-06', '--deviations', path)
    expect(unclaimed.stderr).toMatch(
      /deviations\.yaml: PN-06 (?:and \d+ more )?still "to be filled in"; give each entry its reason and/,
    )
    expect(unclaimed.code).toBe(2)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('to be filled in', 'the team of the registry'))
    const accepted = await gate('--only', 'PN-06', '--deviations', path)
    expect(accepted.stdout).toMatch(/PN-06 +known/)
    expect(accepted.code).toBe(0)
    const old = { ...entry, reason: 'r', owner: 'o', expires: '2020-01-01' }
    const expired = await gate('--only', 'PN-06', '--deviations', deviationsFile([old]))
    expect(expired.stdout).toMatch(/stale deviation: PN-06 .*expired on 2020-01-01; fix/)
    expect(expired.code).toBe(1)
    const unseen = await gate('--only', 'PN-07', '--deviations', path)
    expect(unseen.code).toBe(0)
  })

  test.each([
    ['whose requirement conforms', 'PN-07', /PN-07 .*conforms now; remove the entry/],
    ['of no requirement', 'PN-999', /PN-999 .*requirement does not exist/],
  ])('an entry %s fails the run', async (_, requirement, says) => {
    const entry = { requirement, signature: '0123456789ab', reason: 'r', owner: 'o', expires: '2999-01-01' }
    const ended = await gate('--only', 'PN-07', '--deviations', deviationsFile([entry]))
    expect(ended.stdout).toMatch(says)
    expect(ended.code).toBe(1)
  })

  test.each([
    ['--deviations', /deviations file .* is wrong: /],
    ['--write-deviations', /deviations file .* is wrong: /],
  ])('a file of another kind given to %s is refused before anything is sent', async (flag, says) => {
    const reports = newReports()
    const path = join(newReports(), 'other.json')
    writeFileSync(path, '{"name":"staging"}')
    const ended = await gate('--only', 'PN-06', flag, path, '--reports', reports)
    expect(ended.stderr).toMatch(says)
    expect(ended.code).toBe(2)
    const { verdict, target } = reportIn(reports)
    expect({ verdict, exchanges: target.exchanges }).toEqual({ verdict: 'error', exchanges: 0 })
  })
})

describe('the exit code', () => {
  test('is 1 for an implied violation, and 0 where the documented alone count', async () => {
    expect((await gate('--only', 'AUTH-06')).code).toBe(1)
    const warned = await gate('--only', 'AUTH-06', '--documented-only')
    expect(warned.stdout).toMatch(/AUTH-06 +warning/)
    expect(warned.code).toBe(0)
    expect((await gate('--only', 'PN-06', '--documented-only')).code).toBe(1)
  })

  test('is 3 for something documented that is untested, and 1 where something is violated beside', async () => {
    expect((await gate('--only', 'PN-07', '--require-complete')).code).toBe(3)
    expect((await gate('--only', 'PN-06', '--require-complete')).code).toBe(1)
  })
})

describe('--rerun', () => {
  test('looks again at what was violated, blocked or untested, with the same seed', async () => {
    const first = newReports()
    await gate('--only', 'PN-06 || PN-07 || AUTH-04', '--seed', '77', '--reports', first)
    const again = newReports()
    const { code } = await gate('--rerun', join(first, 'conformance.json'), '--reports', again)
    const report = reportIn(again)
    expect(report.target.seed).toBe(77)
    const verdictOf = (id: string): string | undefined => report.requirements.find((row) => row.id === id)?.verdict
    expect(verdictOf('PN-06')).toBe('violated')
    expect(report.requirements.find(({ id }) => id === 'AUTH-04')?.untested?.reason).toBe('missing-fixture')
    expect(report.requirements.find(({ id }) => id === 'PN-07')?.untested?.reason).toBe('not-selected')
    expect(report.replay).toContain("--only 'AUTH-04 || PN-06' --seed 77")
    expect(code).toBe(1)
  })

  test('of a report with nothing to look at again is an error that says so', async () => {
    const first = newReports()
    await gate('--only', 'PN-07', '--reports', first)
    const ended = await gate('--rerun', join(first, 'conformance.json'))
    expect(ended.stderr).toMatch(/nothing in .*conformance\.json was violated, blocked or untested/)
    expect(ended.code).toBe(2)
  })

  test.each([
    ['that is no JSON', 'nonsense', /cannot be read/],
    ['of another format', '{"schemaVersion":1}', /is not a report that this version can read/],
  ])('of a file %s is refused in one line', async (_, text, says) => {
    const path = join(newReports(), 'report.json')
    writeFileSync(path, text)
    const ended = await gate('--rerun', path)
    expect(ended.stderr).toMatch(says)
    expect(ended.stderr.trim().split('\n')).toHaveLength(1)
    expect(ended.code).toBe(2)
  })

  test('and --only are one too many', async () => {
    const ended = await gate('--only', 'PN-06', '--rerun', deviationsFile([]))
    expect(ended.stderr).toMatch(/--only and --rerun/)
    expect(ended.code).toBe(2)
  })
})
