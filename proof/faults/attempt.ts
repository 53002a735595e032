/** Does something that may be refused; a rejection is skipped. */
export function attempt(work: () => unknown): void {
  try {
    work()
  } catch {
    // What is answered does not depend on it.
  }
}
