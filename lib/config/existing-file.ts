import { statSync } from 'node:fs'
import { ConfigurationError } from './errors.ts'

/** Passes on the path of a file that is there; `setting` names where the path was given. Throws `ConfigurationError`. */
export function existingFile(path: string | undefined, setting: string): string | undefined {
  if (path === undefined || statSync(path, { throwIfNoEntry: false })?.isFile() === true) return path
  throw new ConfigurationError(`the file ${path} does not exist; check ${setting}`)
}
