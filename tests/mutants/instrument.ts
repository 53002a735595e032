import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { addSqlMutants } from './add-sql-mutants.ts'
import type { Mutant } from './mutant.ts'

/** A copy of the reference in which every mutant waits for its switch, and the mutants. */
export interface InstrumentedReference {
  readonly directory: string
  readonly mutants: readonly Mutant[]
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const directory = join(root, '.mutants')
const mutated = 'reference/service/'

/** Makes an instrumented copy of the reference beside the checkout's own, in a folder that git ignores. */
export async function instrumentReference(): Promise<InstrumentedReference> {
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory)
  for (const shared of ['schemas', 'package.json']) symlinkSync(join(root, shared), join(directory, shared))
  cpSync(join(root, 'reference'), join(directory, 'reference'), { recursive: true })
  const sources = readdirSync(join(directory, mutated), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(directory, mutated, file))
  const { files, mutants } = await new Instrumenter(silent).instrument(
    sources.map((name) => ({ name, content: readFileSync(name, 'utf8'), mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [], noHeader: false },
  )
  const general = mutants.map(({ id, fileName, location, mutatorName, replacement }): Mutant => {
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
  return { directory, mutants: [...general, ...ofSql] }
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
