/** Something in the flags, the environment, the target file or the controls is wrong: one line that names it and the fix. Exit code 2. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}
