import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { requirements } from '../../lib/contract/requirement.ts'
import { validate } from '../../lib/contract/schema-registry.ts'
import type { ConformanceReport } from '../../lib/report/conformance-report.ts'
import { startChangedReference } from '../../proof/start-changed-reference.ts'
import { startReference } from '../../reference/start-reference.ts'
import { runCli } from './run-cli.ts'

const newReports = (): string => mkdtempSync(join(tmpdir(), 'reports-'))
const reportIn = (directory: string): ConformanceReport =>
  JSON.parse(readFileSync(join(directory, 'conformance.json'), 'utf8'))
const violatedIn = (report: ConformanceReport): string[] =>
  report.requirements.filter(({ verdict }) => verdict === 'violated').map(({ id }) => id)
/** How many cases a run has in each area, evaluated or not: the same with every seed, whatever inputs are generated. */
const casesByArea = ({ requirements: rows }: ConformanceReport): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(rows, ({ area }) => area)].map(([area, ofArea]) => [
      area,
      ofArea.reduce((sum, { cases }) => sum + cases.known, 0),
    ]),
  )

describe('run', () => {
  test('the embedded reference keeps the contract in every case of it, and every report is written', async () => {
    const reports = newReports()
    const words = ['run', '--require-complete', '--reports', reports]
    const { code, stdout, stderr } = await runCli(words)
    const report = reportIn(reports)
    expect(validate('formats/conformance-report.json', report)).toEqual([])
    expect(violatedIn(report)).toEqual([])
    // A machine may be too slow to reach a limit in its window: tests/proof/windows-of-time.test.ts shows that these are evaluated.
    const inWindows = (await collectChecks()).filter(({ needs }) =>
      needs.some((need) => need.includes('set-rate-limit')),
    )
    const untested = report.requirements.flatMap(({ cases }) => cases.untested)
    expect(untested.filter((one) => inWindows.every(({ title }) => title !== one.case))).toEqual([])
    // A check that no longer comes to its claims would go unnoticed: nothing is untested, of fewer cases.
    await expect(`${JSON.stringify(casesByArea(report), null, 2)}\n`).toMatchFileSnapshot(
      'cases-of-a-run.snapshot.json',
    )
    const isWhole = untested.length === 0
    expect([report.verdict, code, stderr === '']).toEqual(isWhole ? ['conformant', 0, true] : ['incomplete', 3, false])
    expect(stdout).toContain(reports)
    expect(readdirSync(reports)).toEqual(
      expect.arrayContaining(['conformance.json', 'junit.xml', 'summary.md', 'allure-results']),
    )
    expect(readdirSync(join(reports, 'allure-results')).length).toBeGreaterThan(10)
    expect(readdirSync(reports).filter((name) => name.startsWith('ledger') || name.startsWith('.run'))).toEqual([])
  })

  test('a fault is named with expected, received and a script, and exits 1', async () => {
    const reference = await startChangedReference({ faults: ['retired-number-back-to-its-product'] })
    try {
      const reports = newReports()
      const { code, stdout } = await runCli(
        [
          'run',
          '--base-url',
          `${reference.baseUrl}/`,
          '--allow-writes',
          '--allow-traces',
          '--effort',
          'quick',
          '--only',
          'PN || PROD || ERR',
          '--reports',
          reports,
        ],
        { CONFORMANCE_API_KEY: reference.keys.own },
      )
      expect(violatedIn(reportIn(reports))).toEqual(['PN-06'])
      expect(stdout).toMatch(/PN-06 +violated/)
      expect(stdout).toMatch(/expected 409, received 200/)
      expect(stdout).toMatch(/reproduce: sh \S+\/reproduce\/PN-06-\w+\.sh/)
      expect(stdout).toMatch(/replay: npx product-data-conformance replay \S+ PN-06$/m)
      expect(`${stdout}${readFileSync(join(reports, 'conformance.json'), 'utf8')}`).not.toContain(reference.keys.own)
      expect(code).toBe(1)
    } finally {
      await reference.close()
    }
  })

  test('without leave to write, nothing but reads reaches the target', async () => {
    const reference = await startReference()
    try {
      const reports = newReports()
      const { code } = await runCli(
        ['run', '--base-url', reference.baseUrl, '--effort', 'quick', '--reports', reports],
        {
          CONFORMANCE_API_KEY: reference.keys.own,
        },
      )
      const report = reportIn(reports)
      expect(report.target.mode).toBe('read-only')
      expect(violatedIn(report)).toEqual([])
      const methods = new Set(report.coverage.endpoints.map(({ method }) => method))
      // `*` stands for paths and methods outside of the contract; the client's own tests show that it sends no write there.
      expect([...methods].filter((method) => !['GET', 'HEAD', 'OPTIONS', '*'].includes(method))).toEqual([])
      expect(code).toBe(0)
    } finally {
      await reference.close()
    }
  })

  test('--require-complete exits 3 where something documented is untested, and says what and how to enable it', async () => {
    const { code, stderr } = await runCli(['run', '--only', 'PN-06', '--require-complete', '--reports', newReports()])
    expect(stderr).toMatch(/^not complete: \d+ cases of \d+ documented requirements were not evaluated\n/)
    expect(stderr).toMatch(/^ {2}run without --only: [A-Z]+-\d+ \(/m)
    expect(code).toBe(3)
  })

  test('--only tests what it names, and the same seed generates the same inputs', async () => {
    const reports = newReports()
    const { code, stdout } = await runCli(['run', '--only', 'PN-06', '--seed', '7', '--reports', reports])
    const report = reportIn(reports)
    expect(report.target.seed).toBe(7)
    expect(stdout).toContain('seed 7')
    expect(report.requirements.find(({ id }) => id === 'PN-06')?.verdict).toBe('conforms')
    expect(report.requirements.find(({ id }) => id === 'PN-07')?.untested?.reason).toBe('not-selected')
    expect(code).toBe(0)
  })
})

test('list prints each catalogue for machines', async () => {
  const { code, stdout } = await runCli(['list', 'requirements', '--json'])
  expect(JSON.parse(stdout)).toHaveLength(requirements.size)
  expect(code).toBe(0)
})
