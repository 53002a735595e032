import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a directory, and those above it that are missing. Throws the error of the file system. Node's own recursion never
 * ends where a directory takes no others, such as `/proc`.
 */
export function makeDirectory(path: string): void {
  if (isDirectory(path)) return
  if (dirname(path) !== path) makeDirectory(dirname(path))
  try {
    mkdirSync(path)
  } catch (cause) {
    // Another process may have created it meanwhile.
    if (!isDirectory(path)) throw cause
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
