import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { booleanSetting } from '../../lib/config/parse-setting.ts'
import { startChangedReference } from '../../proof/start-changed-reference.ts'
import type { Reference } from '../../reference/start-reference.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const text = (path: string): string => readFileSync(join(checkout, path), 'utf8')
const root = temporaryDirectory('action-')

const action: Action = parse(text('action.yml'))

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>
  readonly outputs: Readonly<Record<string, { readonly value: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}

interface Step {
  readonly id?: string
  readonly shell?: string
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
}

describe('the script of the action', () => {
  let reference: Reference
  beforeAll(async () => {
    reference = await startChangedReference({ faults: ['retired-number-back-to-its-product'] })
  })
  afterAll(() => reference.close())

  let runs = 0
  async function runAction(inputs: Readonly<Record<string, string>>, actionPath = checkout) {
    runs += 1
    const directory = mkdtempSync(join(root, `${runs}-`))
    const [output, summary] = [join(directory, 'output'), join(directory, 'summary')]
    for (const path of [output, summary]) writeFileSync(path, '')
    const step = action.runs.steps.find(({ id }) => id === 'conformance')
    const given = { reports: join(directory, 'reports'), 'base-url': reference.baseUrl, ...inputs }
    const valueOf = (name: string): string =>
      new Map(Object.entries(given)).get(name) ?? action.inputs[name]?.default ?? ''
    const environment = Object.entries(step?.env ?? {}).map(([name, expression]) => {
      return [name, expression.replaceAll(/\$\{\{ inputs\.([a-z-]+) \}\}/g, (_, input: string) => valueOf(input))]
    })
    const child = spawn('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', step?.run ?? 'false'], {
      cwd: directory,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: process.env['PATH'] ?? '',
        CONFORMANCE_API_KEY: reference.keys.own,
        GITHUB_ACTION_PATH: actionPath,
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: summary,
        ...Object.fromEntries(environment),
      },
    })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk))
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
    return {
      code,
      said,
      reports: given.reports,
      output: readFileSync(output, 'utf8'),
      summary: readFileSync(summary, 'utf8'),
    }
  }

  const everything = { 'allow-writes': 'true', 'allow-traces': 'true' }

  test('fails for a violation, and tells verdict, report and summary', async () => {
    const { code, output, summary, reports } = await runAction({ ...everything, args: '--only PN-06 --effort quick' })
    expect(code).toBe(1)
    expect(output).toBe(
      `verdict=non-conformant\nexit-code=1\nreport=${reports}/conformance.json\nbadge=${reports}/badge.svg\n`,
    )
    expect(summary).toContain('# Conformance: non-conformant')
  })

  test('fails where no run could be made, and tells a verdict where there are reports', async () => {
    const { code, output } = await runAction({ ...everything, args: '--only NONE-01' })
    expect(code).toBe(2)
    expect(output).toMatch(/^verdict=error\nexit-code=2\n/)
    const wrong = await runAction({ ...everything, args: '--seed none' })
    expect(wrong.code).toBe(2)
    expect(wrong.output).toMatch(/^verdict=\nexit-code=2\n/)
  })

  test('of shards lets the merge decide, and fails for a regression against the baseline', async () => {
    const shared = { ...everything, args: '--only PN-06||PN-07 --effort quick' }
    const [first, last] = [await runAction({ ...shared, shard: '1/2' }), await runAction({ ...shared, shard: '2/2' })]
    expect([first.code, last.code]).toEqual([0, 0])
    expect(first).toMatchObject({ output: expect.stringContaining('exit-code=1'), summary: '' })
    const merged = await runAction({ merge: `${first.reports} ${last.reports}` })
    expect(merged.code).toBe(1)
    expect(merged.output).toContain('verdict=non-conformant')
    const conforming = join(merged.reports, 'baseline.json')
    writeFileSync(conforming, readFileSync(join(merged.reports, 'conformance.json'), 'utf8'))
    const compared = await runAction({ ...everything, args: '--only PN-07 --effort quick', baseline: conforming })
    expect(compared.code).toBe(1)
    expect(compared.summary).toMatch(/documented and newly untested: .*\bPN-06\b/)
  })

  /** A suite that says what it was called with, finds nothing, and ends with what the environment says. */
  const pretender = `import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
    const words = process.argv.slice(2)
    const { CONFORMANCE_ALLOW_WRITES: writes, CONFORMANCE_ALLOW_TRACES: traces } = process.env
    appendFileSync(import.meta.dirname + '/calls', JSON.stringify({ words, writes, traces }) + '\\n')
    if (words[0] === 'compare') process.exit(0)
    const reports = words[words.indexOf('--reports') + 1]
    mkdirSync(reports, { recursive: true })
    writeFileSync(reports + '/conformance.json', '{ "verdict": "conformant" }')
    writeFileSync(reports + '/summary.md', '# Summary')`

  async function call(inputs: Readonly<Record<string, string>>) {
    const actionPath = mkdtempSync(join(root, 'pretender-'))
    mkdirSync(join(actionPath, 'bin'))
    writeFileSync(join(actionPath, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(actionPath, 'bin', 'product-data-conformance.js'), pretender)
    const ended = await runAction(inputs, actionPath)
    const log = join(actionPath, 'bin', 'calls')
    const calls: readonly Call[] = existsSync(log)
      ? readFileSync(log, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : []
    return { ...ended, calls }
  }

  interface Call {
    readonly words: readonly string[]
    readonly writes?: string
    readonly traces?: string
  }

  test.each([
    { form: 'one line', args: '--require-complete --seed 7' },
    { form: 'lines', args: '--require-complete\n--seed 7\n' },
    { form: 'a folded text with spaces around', args: '  --require-complete \n\n   --seed\t7  ' },
  ])('gives on all of args: $form', async ({ args }) => {
    const { calls, code } = await call({ args })
    expect(code).toBe(0)
    expect(calls[0]?.words.slice(-3)).toEqual(['--require-complete', '--seed', '7'])
  })

  test('reads nothing in args as a pattern of file names or as a command', async () => {
    const { calls } = await call({ args: '--only * $(touch x) `touch y` "a b"', target: 'a file.json' })
    expect(calls[0]?.words.slice(-9)).toEqual(
      ['--only', '*', '$(touch', 'x)', '`touch', 'y`', '"a', 'b"'].toSpliced(0, 0, 'a file.json'),
    )
  })

  test('merges the directories of all lines', async () => {
    const { calls } = await call({ merge: 'shards/1\nshards/2 shards/3\n', args: '--require-complete\n' })
    expect(calls[0]?.words.slice(0, 4)).toEqual(['merge', 'shards/1', 'shards/2', 'shards/3'])
    expect(calls[0]?.words.at(-1)).toBe('--require-complete')
  })

  test.each(['yes', 'true', '1', 'TRUE', ' Yes '])('allow-writes: %j is as good as any yes', async (given) => {
    const { calls } = await call({ 'allow-writes': given })
    expect(calls[0]?.traces).toBeUndefined()
    const entry = { given: calls[0]?.writes ?? '', source: 'CONFORMANCE_ALLOW_WRITES' }
    expect(booleanSetting(entry)).toBe(true)
  })

  test('what is not said of writes is left to the environment', async () => {
    expect((await call({})).calls[0]).toEqual({ words: expect.any(Array) })
  })

  test('fails where the baseline is not there, before anything is sent, and compares with one that is', async () => {
    const missing = await call({ baseline: 'nowhere/conformance.json' })
    expect(missing).toMatchObject({ code: 2, calls: [] })
    expect(missing.said).toContain('error: the file nowhere/conformance.json does not exist; check the input baseline')
    expect(missing.output).toMatch(/^verdict=\nexit-code=2\n/)
    const reports = mkdtempSync(join(root, 'earlier-'))
    writeFileSync(join(reports, 'conformance.json'), '{}')
    const { calls, code } = await call({ reports, baseline: join(reports, 'conformance.json') })
    expect(code).toBe(0)
    expect(calls.map(({ words: [command] }) => command)).toEqual(['run', 'compare'])
    expect(calls[1]?.words[1]).not.toBe(calls[1]?.words[2])
  })
})
