import { redact } from '../client/redactor.ts'

/** A flag, the environment, the target file or the controls are wrong: one line that names the problem and the fix. Exit code 2. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

/** A run was not possible: one line that names the problem and the fix, for people. Exit code 2. */
export class RunError extends Error {
  override readonly name = 'RunError'
}

/** A report could not be put where it was asked for. */
export class ReportsDirectoryError extends Error {
  override readonly name = 'ReportsDirectoryError'

  constructor(directory: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause)
    super(`the reports cannot be written to ${directory}: ${why}; choose another place with --reports DIR`, { cause })
  }
}

/** A control is missing or failed: what needs it stays untested. The message contains no key. */
export class ControlError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(redact(message), options)
    this.name = 'ControlError'
  }
}
