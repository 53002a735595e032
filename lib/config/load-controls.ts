import { output } from '../client/output.ts'
import { printable } from '../client/printable.ts'
import { redact } from '../client/redactor.ts'
import { lineOfError, lineOfWord } from './code-place.ts'
import { ConfigurationError } from './errors.ts'
import { controlNames, wrapControls, type ControlFunctions, type Controls } from './controls.ts'
import { shareControls } from './shared-controls.ts'
import { ControlsThread, type ControlsExports } from './controls-thread.ts'

/** Milliseconds that the import of a module may take. */
const longestImport = 30_000

/**
 * Loads the controls module of a run, with a time limit and in its own thread, which the caller ends; without a module there are
 * no controls. If they are shared under the id of a run, its workers call them too. Throws `ConfigurationError` with file and
 * line.
 */
export async function loadControls(
  path: string | undefined,
  timeoutMs = longestImport,
  sharedBy?: string,
): Promise<Controls> {
  if (path === undefined) return wrapControls({})
  const thread = new ControlsThread(path, (error) =>
    output.warn(`the controls module ${path}${placeOf(error, path)} failed outside a call (${told(error)})`),
  )
  try {
    const exports = await thread.exports(Math.min(timeoutMs, longestImport)).catch((cause: unknown) => {
      throw new ConfigurationError(
        `the controls module ${path}${placeOf(cause, path)} cannot be loaded (${told(cause)}); check --controls`,
        { cause },
      )
    })
    const functions = functionsOf(exports, thread, path)
    const shared = sharedBy === undefined ? undefined : shareControls(sharedBy, functions)
    const end = (): void => {
      shared?.close()
      thread.end()
    }
    return wrapControls(functions, { path, end })
  } catch (error) {
    thread.end()
    throw error
  }
}

function functionsOf(
  { isOfControls, types }: ControlsExports,
  thread: ControlsThread,
  path: string,
): Partial<ControlFunctions> {
  if (!isOfControls)
    throw refused(
      path,
      'default',
      'is not an object of controls; export defineControls({ … }), or each control by name',
    )
  for (const [name, type] of types)
    if (type !== 'undefined' && type !== 'function' && controlNames.some((known) => known === name))
      throw refused(path, name, `is not a function; export an async function`)
  return Object.fromEntries(
    types
      .filter(([, type]) => type !== 'undefined')
      .map(([name]) => [name, (...given: readonly unknown[]) => thread.call(name, given)]),
  )
}

/** What was thrown, in one line without a key. */
function told(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return printable(redact(text)).replaceAll(/\s+/g, ' ')
}

function placeOf(error: unknown, path: string): string {
  return lineText(lineOfError(error, path))
}

function refused(path: string, name: string, why: string): ConfigurationError {
  return new ConfigurationError(
    `the controls module ${path}${lineText(lineOfWord(name, path))} exports ${name}, which ${why}`,
  )
}

function lineText(line: number | undefined): string {
  return line === undefined ? '' : `, line ${line},`
}
