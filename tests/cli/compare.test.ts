import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { validate } from '../../lib/contract/schema-registry.ts'
import { conformanceJson } from '../../lib/report/conformance-json.ts'
import type { ConformanceReport } from '../../lib/report/conformance-report.ts'
import { reportWith } from '../compare/prepared-reports.ts'
import { finding } from '../report/prepared.ts'
import { runCli } from './run-cli.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const root = temporaryDirectory('compare-')

function saved(name: string, content: ConformanceReport | string): string {
  const path = join(root, name)
  writeFileSync(path, typeof content === 'string' ? content : conformanceJson(content))
  return path
}

const observing = (value: string): ConformanceReport =>
  reportWith({ observations: [{ requirement: 'PN-24', name: 'number in use', value }] })
const sound = saved('sound.json', observing('409 taken'))
const drifted = saved('drifted.json', observing('422 taken'))
const violated = saved('violated.json', reportWith({ findings: [finding()] }))

describe('compare', { concurrent: true }, () => {
  test('exits 0 where nothing is worse, and 1 on a regression', async () => {
    expect(await runCli(['compare', sound, sound])).toMatchObject({ code: 0, stderr: '' })
    const { code, stdout } = await runCli(['compare', sound, violated])
    expect(stdout).toContain('regression: newly violated: PN-04')
    expect(code).toBe(1)
  })

  test('takes the reports directory of a run', async () => {
    const directory = join(root, 'reports')
    mkdirSync(directory)
    saved('reports/conformance.json', observing('409 taken'))
    expect((await runCli(['compare', directory, sound])).code).toBe(0)
  })

  test.each(['observations', 'drift', 'coverage,observations'])(
    'fails on %s where that is asked for',
    async (kinds) => {
      expect((await runCli(['compare', sound, drifted])).code).toBe(0)
      const { code, stdout } = await runCli(['compare', sound, drifted, '--fail-on', kinds])
      expect(stdout).toContain('drift of observations: 1')
      expect(code).toBe(1)
    },
  )

  test('speaks JSON in its format, or Markdown', async () => {
    const { stdout } = await runCli(['compare', sound, violated, '--json'])
    expect(validate('formats/comparison.json', JSON.parse(stdout))).toEqual([])
    expect((await runCli(['compare', sound, violated, '--markdown'])).stdout).toMatch(
      /^# Comparison of two runs: regression\n/,
    )
  })

  test.each([
    ['a file that is not there', [sound, join(root, 'absent.json')], /absent\.json cannot be read/],
    ['a file that is no JSON', [saved('text.json', 'x'), sound], /text\.json cannot be read/],
    [
      'a file of another format',
      [saved('other.json', '{"schemaVersion":2}'), sound],
      /other\.json is not a report .*schemaVersion/,
    ],
    ['a report that breaks its schema', [saved('odd.json', '{"schemaVersion":1}'), sound], /odd\.json is not a report/],
    [
      'a kind of drift that is none',
      [sound, sound, '--fail-on', 'mood'],
      /"mood" is unknown; use findings, observations/,
    ],
  ] as const)('refuses %s', async (_, words, says) => {
    const ended = await runCli(['compare', ...words])
    expect(ended.stderr).toMatch(says)
    expect(ended.stderr).not.toMatch(/^\s+at /m)
    expect(ended.code).toBe(2)
  })
})
