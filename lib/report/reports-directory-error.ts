/** A report could not be put where it was asked for. */
export class ReportsDirectoryError extends Error {
  override readonly name = 'ReportsDirectoryError'

  constructor(directory: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause)
    super(`the reports cannot be written to ${directory}: ${why}; choose another place with --reports DIR`, { cause })
  }
}
