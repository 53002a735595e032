import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { output } from '../client/output.ts'
import { redact } from '../client/redactor.ts'
import { resolveConfiguration } from '../config/resolve-configuration.ts'
import { ConfigurationError } from '../config/errors.ts'
import { makeDirectory } from '../config/make-directory.ts'
import { runCommand } from '../config/run-command.ts'
import type { TargetFile } from '../config/target-file.ts'
import { sourceWords } from '../doctor/learn-dialect.ts'
import { targetFileFound } from '../doctor/target-file-found.ts'
import { starterControls, starterTarget, type DialectNotes } from '../service/fixtures/starter-files.ts'
import { lookAt } from './doctor.ts'
import type { Command } from 'commander'
import { addConnectionOptions } from './connection-options.ts'

/** Adds `init`: starter files, filled in from what the target shows. */
export function addInit(program: Command): void {
  addConnectionOptions(program.command('init'))
    .description(
      'write a starter .env, target file and controls module; with a base URL, filled in from what doctor finds',
    )
    .allowExcessArguments(false)
    .option('--base-url <url>', 'the deployment to examine (CONFORMANCE_BASE_URL)')
    .option(
      '--openapi <file|url>',
      'use this OpenAPI description of the target; by default, init looks for one at the usual places (CONFORMANCE_OPENAPI)',
    )
    .option('--directory <directory>', 'write the files to this directory; existing files are kept', '.')
    .action(async (flags: Readonly<Record<string, string>>) => {
      await init(flags)
    })
}

const root = fileURLToPath(new URL('../../', import.meta.url))

const keyVariables = ['API_KEY', 'SAME_ORG_API_KEY', 'OTHER_ORG_API_KEY', 'REVOKED_API_KEY'].map(
  (name) => `CONFORMANCE_${name}`,
)

interface Found {
  readonly baseUrl: string | undefined
  readonly target: TargetFile
  readonly notes: DialectNotes
}

/** Writes starter files and prints their names; never overwrites one. Throws if a given target cannot be examined. */
async function init({ directory = '.', ...flags }: Readonly<Record<string, string>>): Promise<void> {
  const place = resolve(directory)
  const { baseUrl, target, notes } = await lookFirst(flags)
  const schema = relative(place, join(root, 'schemas', 'formats', 'target.json'))
  const example = readFileSync(join(root, '.env.example'), 'utf8')
  const known = {
    CONFORMANCE_TARGET: 'target.jsonc',
    ...(baseUrl === undefined ? {} : { CONFORMANCE_BASE_URL: baseUrl }),
  }
  const files = [
    ['.env', starterEnvironment(example, known)],
    ['target.jsonc', redact(starterTarget(target, schema, notes))],
    ['controls.mjs', starterControls()],
  ] as const
  for (const [name, text] of files) output.text(`${writeNew(join(place, name), text)}\n`)
  const given = keyVariables.filter((name) => process.env[name])
  const there = given.length === 0 ? '' : `${given.join(', ')}: taken from the environment, so .env needs none. `
  const isEnough = given.includes('CONFORMANCE_API_KEY')
  output.text(`${there}${isEnough ? 'Next' : 'Fill in the keys in .env, then'}: ${runCommand().replace(/ --$/, '')}\n`)
}

/** The findings of doctor, with reads only; nothing if no target is given. */
async function lookFirst(flags: Readonly<Record<string, string>>): Promise<Found> {
  const reports = mkdtempSync(join(tmpdir(), 'product-data-conformance-'))
  try {
    const sources = { flags: { ...flags, reports }, environment: process.env, directory: process.cwd() }
    const configuration = resolveConfiguration(sources)
    if (configuration.embedded) return { baseUrl: undefined, target: {}, notes: {} }
    const readOnly = { ...configuration, mode: 'read-only', allowTraces: false } as const
    const diagnosis = await lookAt(readOnly)
    const notes = Object.entries(diagnosis.dialect.found).map(
      ([name, { source }]) => [name, sourceWords[source]] as const,
    )
    return { baseUrl: configuration.baseUrl, target: targetFileFound(diagnosis), notes: Object.fromEntries(notes) }
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

/** Keys go into what is written: nobody else reads it. */
function writeNew(path: string, text: string): string {
  try {
    makeDirectory(dirname(path))
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 })
    return `written: ${path}`
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return `kept, because it exists: ${path}`
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new ConfigurationError(`${path} cannot be written (${why}); choose another --directory`, { cause })
  }
}

/** The text of a starter `.env`: the documented variables, with the known ones set. Keys are left to the user. */
function starterEnvironment(example: string, known: Readonly<Record<string, string>>): string {
  const lines = example.replace(/^# Copy to \.env.*\n/, '').split('\n')
  return lines
    .map((line) => {
      const name = /^#(CONFORMANCE_\w+)=/.exec(line)?.[1]
      const value = name === undefined ? undefined : known[name]
      return value === undefined ? line : `${name}=${value}`
    })
    .join('\n')
}
