import { output } from '../client/output.ts'
import { ReportsDirectoryError, RunError, ConfigurationError } from '../config/errors.ts'

/** Prints on standard error why a command failed, in one line if the caller can fix it; returns the exit code. */
export function failure(error: unknown): 2 {
  const expected =
    error instanceof ConfigurationError || error instanceof RunError || error instanceof ReportsDirectoryError
  const text = expected ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)
  output.warnings(`error: ${text}`.split('\n'))
  return 2
}
