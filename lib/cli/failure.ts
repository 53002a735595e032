import { ReportsDirectoryError } from '../report/reports-directory-error.ts'
import { RunError } from '../run/run-error.ts'
import { neutralized } from './neutralized.ts'
import { ConfigurationError } from '../config/configuration-error.ts'

/** Says on standard error why a command could not be done, in one line where it is the caller's to fix; gives the exit code. */
export function failure(error: unknown): 2 {
  const expected =
    error instanceof ConfigurationError || error instanceof RunError || error instanceof ReportsDirectoryError
  const text = expected ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(neutralized(`error: ${text}\n`))
  return 2
}
