import { output } from '../client/output.ts'
import { ReportsDirectoryError, RunError, ConfigurationError } from '../config/errors.ts'

/** Says on standard error why a command could not be done, in one line where it is the caller's to fix; gives the exit code. */
export function failure(error: unknown): 2 {
  const expected =
    error instanceof ConfigurationError || error instanceof RunError || error instanceof ReportsDirectoryError
  const text = expected ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)
  output.warnings(`error: ${text}`.split('\n'))
  return 2
}
