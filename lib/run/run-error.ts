/** A run could not be made: one line that names the thing and the fix, for people. Exit code 2. */
export class RunError extends Error {
  override readonly name = 'RunError'
}
