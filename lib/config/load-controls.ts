import { pathToFileURL } from 'node:url'
import { redact } from '../client/redactor.ts'
import { isRecord } from '../contract/is-record.ts'
import { lineOfError, lineOfWord } from './code-place.ts'
import { ConfigurationError } from './errors.ts'
import { controlNames, wrapControls, type Controls } from './controls.ts'

type Exports = Readonly<Record<string, unknown>>

/** Loads the controls module of a run; without one there are none. Throws `ConfigurationError` naming the file and the line. */
export async function loadControls(path: string | undefined): Promise<Controls> {
  if (path === undefined) return wrapControls({})
  const { default: all, ...named } = await importModule(path)
  if (all !== undefined && !isRecord(all))
    throw refused(
      path,
      'default',
      'is no object of controls; export defineControls({ … }), or each control by its name',
    )
  const supplied: Exports = { ...all, ...named }
  for (const name of controlNames)
    if (supplied[name] !== undefined && typeof supplied[name] !== 'function')
      throw refused(path, name, `is no function; export an async function`)
  return wrapControls(supplied, { path })
}

async function importModule(path: string): Promise<Exports> {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a module namespace is an object of unknown values
    const { 'module.exports': _, ...exports } = (await import(pathToFileURL(path).href)) as Exports
    return exports
  } catch (cause) {
    const why = redact(cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)).replaceAll(
      /\s+/g,
      ' ',
    )
    throw new ConfigurationError(
      `the controls module ${path}${lineText(lineOfError(cause, path))} cannot be loaded (${why}); check --controls`,
      { cause },
    )
  }
}

function refused(path: string, name: string, why: string): ConfigurationError {
  return new ConfigurationError(
    `the controls module ${path}${lineText(lineOfWord(name, path))} exports ${name}, which ${why}`,
  )
}

function lineText(line: number | undefined): string {
  return line === undefined ? '' : `, line ${line},`
}
