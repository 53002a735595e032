import { closeSync, openSync, readSync } from 'node:fs'
import { nestingDepth } from '../client/nesting-depth.ts'
import { ConfigurationError } from './errors.ts'

/** The maximum size of a hand-written file, in bytes; parsing this much YAML takes seconds. */
const largest = 1024 * 1024
const deepest = 500

interface FileDescription {
  /** For people: `the deviations file /x/deviations.yaml`. */
  readonly file: string
  /** What to do instead: `check --target`. */
  readonly remedy: string
}

/**
 * Reads a file of settings, also from a pipe, up to 1 MiB. Throws `ConfigurationError` in one line if it is missing, too large or
 * too deep.
 */
export function readBounded(path: string, { file, remedy }: FileDescription): string {
  try {
    const text = readText(path)
    refuseDeep(text)
    return text
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new ConfigurationError(`${file} cannot be read: ${why}; ${remedy}`, { cause })
  }
}

/** Rejects a text with deeper nesting than any valid file: recursive code would overflow the stack. */
export function refuseDeep(text: string): void {
  if (nestingDepth(text, deepest) > deepest) throw new Error(`it is nested deeper than ${deepest} levels`)
}

function readText(path: string): string {
  const bytes = Buffer.allocUnsafe(largest + 1)
  const descriptor = openSync(path, 'r')
  try {
    let length = 0
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(descriptor, bytes, length, bytes.length - length, null)
    if (length > largest) throw new Error('it is larger than 1 MiB')
    return bytes.toString('utf8', 0, length)
  } finally {
    closeSync(descriptor)
  }
}
