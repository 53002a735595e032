import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Comparison } from '../../lib/differential/comparison.ts'
import { startChangedReference } from '../../proof/start-changed-reference.ts'
import { startReference, type Reference } from '../../reference/start-reference.ts'
import { runCli } from './run-cli.ts'

let old: Reference
let now: Reference
beforeAll(async () => {
  old = await startReference({ seed: 'embedded' })
  now = await startChangedReference({ seed: 'embedded', variants: ['part-number-conflict-has-another-code'] })
})
afterAll(async () => {
  await old.close()
  await now.close()
})

const newReports = (): string => mkdtempSync(join(tmpdir(), 'against-'))
const wordsFor = (against: string, reports: string): string[] => [
  'run',
  '--base-url',
  now.baseUrl,
  '--against',
  against,
  '--allow-writes',
  '--allow-traces',
  '--effort',
  'quick',
  '--only',
  'PN',
  '--reports',
  reports,
]

describe('run --against', () => {
  test('the same checks are sent to both, and what differs is shown and saved, and is no failure', async () => {
    const reports = newReports()
    const keys = { CONFORMANCE_API_KEY: now.keys.own, CONFORMANCE_AGAINST_API_KEY: old.keys.own }
    const { code, stdout, stderr } = await runCli(wordsFor(old.baseUrl, reports), keys)
    expect(code).toBe(0)
    // Traces alone.
    expect(stderr).toMatch(/^\d+ part numbers are retired for good: [^\n]*\n$/)
    expect(stdout).toMatch(/error code: "part_number_conflict" → "conflict", \d+ times; “/)
    expect(stdout).toMatch(/against http:\S+: [1-3] differences? in \d+ answers to the same requests/)
    const comparison: Comparison = JSON.parse(readFileSync(join(reports, 'against.json'), 'utf8'))
    // What shows in one answer of a busy machine and not again is no difference: of the three endpoints one may be without.
    const written = ['createItem', 'createProduct', 'updateProduct'].map((endpoint) => ({
      kind: 'code',
      endpoints: [endpoint],
    }))
    const told = comparison.differences.map(({ kind, endpoints }) => ({ kind, endpoints: [...endpoints] }))
    expect(told).not.toEqual([])
    expect(written).toEqual(expect.arrayContaining(told))
    const markdown = readFileSync(join(reports, 'against.md'), 'utf8')
    expect(markdown).toMatch(/^# .*: [1-3] differences?$/m)
    const page = readFileSync(join(reports, 'against.html'), 'utf8')
    expect(page).toMatch(/[1-3] differences?/)
    expect(readFileSync(join(reports, 'index.html'), 'utf8')).toContain('href="against.html"')
    expect(`${stdout}${page}${markdown}${JSON.stringify(comparison)}`).not.toContain('svc_api_')
    expect(readdirSync(reports).filter((name) => name.startsWith('ledger') || name.startsWith('.run'))).toEqual([])
  })

  test('an older deployment that cannot be reached, or refuses the key, is named before anything is sent', async () => {
    const reports = newReports()
    const key = { CONFORMANCE_API_KEY: now.keys.own }
    for (const [against, says] of [
      ['http://127.0.0.1:1', /http:\/\/127\.0\.0\.1:1 cannot be reached/],
      [old.baseUrl, /rejected the key/],
    ] as const) {
      const { code, stderr } = await runCli(wordsFor(against, reports), key)
      expect(code).toBe(2)
      expect(stderr).toMatch(says)
    }
    expect(readdirSync(reports).filter((name) => /^(?:ledger|\.run|exchanges)/.test(name))).toEqual([])
  })
})
