import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments, stringify } from 'yaml'
import { isRecord } from '../../lib/contract/is-record.ts'
import { runCli } from './run-cli.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const text = (path: string): string => readFileSync(join(checkout, path), 'utf8')
const root = temporaryDirectory('pipelines-')

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

/** What gitlab-ci-local makes of a pipeline, held against GitLab's own schema: the jobs that it has. Throws where it is none. */
function jobsOf(pipeline: object, included = templateText): readonly string[] {
  const project = mkdtempSync(join(root, 'gitlab-'))
  git('init', '--quiet', project)
  git('-C', project, 'remote', 'add', 'origin', 'https://gitlab.example.test/group/project.git')
  writeFileSync(join(project, 'template.yml'), included)
  writeFileSync(join(project, '.gitlab-ci.yml'), stringify({ ...pipeline, include: [{ local: 'template.yml' }] }))
  git('-C', project, 'add', '--all')
  git('-C', project, 'commit', '--quiet', '-m', 'a pipeline')
  const command = join(checkout, 'node_modules/gitlab-ci-local/dist/index.js')
  const listed = execFileSync(process.execPath, [command, '--list-json'], {
    cwd: project,
    encoding: 'utf8',
    stdio: 'pipe',
    env: { PATH: process.env['PATH'], HOME: project },
  })
  const jobs: readonly { readonly name: string }[] = JSON.parse(listed)
  return jobs.map(({ name }) => name)
}

describe("a pipeline that extends the GitLab template is valid by GitLab's schema", () => {
  const pipelines = examples
    .map((example): object => parse(example))
    .filter((one) => JSON.stringify(one).includes('extends'))

  test('the examples of the documentation', () => {
    expect(pipelines.map((pipeline) => jobsOf(pipeline))).toEqual([
      ['conformance'],
      ['shards: [1/2]', 'shards: [2/2]', 'last-shard', 'conformance'],
    ])
  })

  test('and one with a mistake in the template is not', () => {
    const mistaken = templateText.replace('when: always', 'when: allways')
    expect(() => jobsOf(pipelines[0] ?? {}, mistaken)).toThrow("'when' property must be one of")
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
