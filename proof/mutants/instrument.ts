import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { addSqlMutants } from './add-sql-mutants.ts'
import type { Mutant } from './mutant.ts'
import type { MutatedCode } from './mutated-service.ts'

/** A copy of a code in which every mutant waits for its switch, and the mutants. */
export interface InstrumentedCode {
  readonly directory: string
  readonly mutants: readonly Mutant[]
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const directory = join(root, '.mutants')

/** Code of a server's deliberate bugs: a mutant of it is not a mutant of the sound server. */
const ownSwitch = /\bbugs?\b/i

/** Makes an instrumented copy of code beside the checkout's own, in a folder that git ignores, with its `mutants.json`. */
export async function instrument({ copied, linked, mutated, excluded = [] }: MutatedCode): Promise<InstrumentedCode> {
  rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  for (const path of copied) cpSync(join(root, path), join(directory, path), { recursive: true })
  for (const path of linked) {
    mkdirSync(join(directory, dirname(path)), { recursive: true })
    symlinkSync(join(root, path), join(directory, path))
  }
  const sources = mutated.flatMap((folder) =>
    readdirSync(join(directory, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !ownSwitch.test(file))
      .map((file) => join(directory, folder, file)),
  )
  const { files, mutants } = await new Instrumenter(silent).instrument(
    sources.map((name) => ({ name, content: readFileSync(name, 'utf8'), mutate: true })),
    { plugins: null, excludedMutations: [...excluded], ignorers: [], noHeader: false },
  )
  // The instrumenter names what is excluded too.
  const kept = mutants.filter(({ mutatorName }) => !excluded.includes(mutatorName))
  const general = kept.map(({ id, fileName, location, mutatorName, replacement }): Mutant => {
    const file = relative(directory, fileName)
    const lines = readFileSync(join(root, file), 'utf8').split('\n')
    return {
      id,
      file,
      line: location.start.line + 1,
      mutator: mutatorName,
      original: textAt(lines, location),
      replacement,
      context: lines[location.start.line]?.trim() ?? '',
    }
  })
  const ofSql = files.flatMap(({ name, content }) => {
    const file = relative(directory, name)
    const added = addSqlMutants(
      content,
      general.filter((mutant) => mutant.file === file),
    )
    writeFileSync(name, added.content)
    return added.mutants
  })
  const all = [...general, ...ofSql].filter(({ context }) => !ownSwitch.test(context))
  writeFileSync(join(directory, 'mutants.json'), JSON.stringify(all))
  return { directory, mutants: all }
}

interface Location {
  readonly start: { readonly line: number; readonly column: number }
  readonly end: { readonly line: number; readonly column: number }
}

function textAt(lines: readonly string[], { start, end }: Location): string {
  const last = end.line - start.line
  return lines
    .slice(start.line, end.line + 1)
    .map((line, at) => line.slice(at === 0 ? start.column : 0, at === last ? end.column : undefined))
    .join('\n')
}

const nothing = (): void => undefined
const off = (): boolean => false
const silent = {
  isTraceEnabled: off,
  isDebugEnabled: off,
  isInfoEnabled: off,
  isWarnEnabled: off,
  isErrorEnabled: off,
  isFatalEnabled: off,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
}
