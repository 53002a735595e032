import { statSync } from 'node:fs'
import { ConfigurationError } from './errors.ts'

/** Returns the path of an existing file; `setting` names the source of the path. Throws `ConfigurationError`. */
export function existingFile(path: string | undefined, setting: string): string | undefined {
  if (path === undefined || statSync(path, { throwIfNoEntry: false })?.isFile() === true) return path
  throw new ConfigurationError(`the file ${path} does not exist; check ${setting}`)
}
