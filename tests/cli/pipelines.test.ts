import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { booleanSetting } from '../../lib/config/parse-setting.ts'
import { isRecord } from '../../lib/contract/is-record.ts'
import { startReference, type Reference } from '../../reference/start-reference.ts'
import { runCli } from './run-cli.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const text = (path: string): string => readFileSync(join(checkout, path), 'utf8')
const root = mkdtempSync(join(tmpdir(), 'pipelines-'))
afterAll(() => rmSync(root, { recursive: true }))

const actionText = text('action.yml')
const templateText = text('templates/gitlab-ci.yml')
const documentation = text('docs/ci.md')
const action: Action = parse(actionText)
const template: Readonly<Record<string, unknown>> = parse(templateText)
const parsedTemplate: { readonly '.conformance': { readonly before_script: readonly string[] } } = parse(templateText)
const beforeScript = parsedTemplate['.conformance'].before_script
const examples = [...documentation.matchAll(/```yaml\n(.*?)```/gs)].map(([, block = '']) => block)

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

async function optionsOf(subcommand: string): Promise<ReadonlySet<string>> {
  const { stdout } = await runCli([subcommand, '--help'])
  return new Set(stdout.match(/--[a-z][a-z-]*/g))
}

/** Every mapping within some YAML. */
function mappings(value: unknown): Readonly<Record<string, unknown>>[] {
  if (Array.isArray(value)) return value.flatMap((entry: unknown) => mappings(entry))
  return isRecord(value) ? [value, ...Object.values(value).flatMap((entry) => mappings(entry))] : []
}

describe('the options that pipelines use are there', () => {
  const ofNode = new Set(
    '--no-audit --no-fund --prefix --omit --save-dev --quiet --depth --tag --rm --user --env-file --volume'.split(' '),
  )

  test.each([
    ['action.yml', actionText],
    ['templates/gitlab-ci.yml', templateText],
    ['docs/ci.md', documentation],
  ])('%s', async (_, content) => {
    const known = new Set<string>(ofNode)
    for (const subcommand of ['run', 'merge', 'compare'])
      for (const option of await optionsOf(subcommand)) known.add(option)
    const used = new Set(content.match(/(?<=[\s`(])--[a-z][a-z-]*/g))
    expect([...used].filter((option) => !known.has(option))).toEqual([])
    expect(used.size).toBeGreaterThan(2)
  })

  test('every subcommand that is called is one', () => {
    const called = [
      ...`${actionText}${templateText}`.matchAll(/(?:main\.ts|conformance\.js|^\s+conformance) (?!\(\))(\w+)/gm),
    ]
    expect(new Set(called.map(([, name]) => name))).toEqual(new Set(['run', 'merge', 'compare']))
  })
})

describe('the GitHub action', () => {
  test('is composite, each script has its shell, and no input is put into a script as text', () => {
    expect(action.runs.using).toBe('composite')
    for (const { run, shell } of action.runs.steps) {
      expect(run === undefined).toBe(shell === undefined)
      expect(run ?? '').not.toContain('${{')
    }
  })

  test('uses the inputs that it declares, and gives outputs of a step that it has', () => {
    const used = new Set([...actionText.matchAll(/inputs\.([a-z-]+)/g)].map(([, name]) => name))
    expect(used).toEqual(new Set(Object.keys(action.inputs)))
    const ids = new Set(action.runs.steps.map(({ id }) => id))
    for (const { value } of Object.values(action.outputs))
      expect(ids).toContain(/steps\.(\w+)\.outputs/.exec(value)?.[1])
  })

  test('is given only inputs that it has, and only outputs of it are read', () => {
    const uses = examples
      .flatMap((example) => mappings(parse(example)))
      .filter((step) => String(step['uses']).includes('/product-data-conformance@'))
    expect(uses.length).toBeGreaterThan(2)
    for (const { with: given } of uses)
      for (const name of Object.keys(isRecord(given) ? given : {})) expect(Object.keys(action.inputs)).toContain(name)
  })
})

describe('the GitLab template', () => {
  test('is one document, and every job that is extended is in it', () => {
    expect(parseAllDocuments(templateText)).toHaveLength(1)
    const extended = [template, ...examples.map((example): unknown => parse(example))]
      .flatMap((part) => mappings(part))
      .flatMap((job) => (typeof job['extends'] === 'string' ? [job['extends']] : []))
    expect(new Set(extended)).toEqual(new Set(Object.keys(template).filter((name) => name.startsWith('.'))))
  })

  test('every variable of ours that it uses is declared', () => {
    const declared = isRecord(template['variables']) ? Object.keys(template['variables']) : []
    const used = new Set([...templateText.matchAll(/\$(CONFORMANCE_\w+)/g)].map(([, name = '']) => name))
    expect([...used].toSorted()).toEqual(declared.toSorted())
  })
})

function git(...words: readonly string[]): string {
  return execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.test', ...words], { encoding: 'utf8' }).trim()
}

describe('what the GitLab template fetches', () => {
  test.each(['a tag', 'a commit'])('is %s of a copy, and asks by the token of the job', async (which) => {
    const copy = mkdtempSync(join(root, 'copy-'))
    git('init', '--quiet', copy)
    git('-C', copy, 'config', 'uploadpack.allowAnySHA1InWant', 'true')
    git('-C', copy, 'commit', '--quiet', '--allow-empty', '-m', 'pinned')
    const pinned = git('-C', copy, 'rev-parse', 'HEAD')
    git('-C', copy, 'tag', 'v0')
    git('-C', copy, 'commit', '--quiet', '--allow-empty', '-m', 'later')
    const job = mkdtempSync(join(root, 'job-'))
    const steps = beforeScript.filter((step) => !step.startsWith('npm'))
    execFileSync('bash', ['-e', '-c', steps.join('\n')], {
      cwd: job,
      env: {
        PATH: process.env['PATH'],
        HOME: job,
        CONFORMANCE_SUITE_URL: `file://${copy}`,
        CONFORMANCE_SUITE_REF: which === 'a tag' ? 'v0' : pinned,
      },
    })
    const suite = join(job, '.conformance-suite')
    expect(git('-C', suite, 'rev-parse', 'HEAD')).toBe(pinned)
    const asked = execFileSync('git', ['-C', suite, 'credential', 'fill'], {
      input: 'protocol=https\nhost=git.example.test\n\n',
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: job, CONFORMANCE_SUITE_USER: 'job', CONFORMANCE_SUITE_TOKEN: 'token' },
    })
    expect(asked).toContain('username=job\npassword=token')
  })
})

describe('the script of the action', () => {
  let reference: Reference
  beforeAll(async () => {
    reference = await startReference({ faults: ['retired-number-back-to-its-product'] })
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

  test('fails where no run could be made, and tells no verdict', async () => {
    const { code, output } = await runAction({ ...everything, args: '--only NONE-01' })
    expect(code).toBe(2)
    expect(output).toMatch(/^verdict=\nexit-code=2\n/)
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
    expect(missing.said).toContain('error: there is no file nowhere/conformance.json; check the input baseline')
    expect(missing.output).toMatch(/^verdict=\nexit-code=2\n/)
    const reports = mkdtempSync(join(root, 'earlier-'))
    writeFileSync(join(reports, 'conformance.json'), '{}')
    const { calls, code } = await call({ reports, baseline: join(reports, 'conformance.json') })
    expect(code).toBe(0)
    expect(calls.map(({ words: [command] }) => command)).toEqual(['run', 'compare'])
    expect(calls[1]?.words[1]).not.toBe(calls[1]?.words[2])
  })
})
