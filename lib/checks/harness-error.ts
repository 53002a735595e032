/** The suite itself is at fault, for example it was about to send what it did not mean to. */
export class HarnessError extends Error {
  override readonly name = 'HarnessError'
}
