/** Does something that may be refused; a refusal is passed over. */
export function attempt(work: () => unknown): void {
  try {
    work()
  } catch {
    // What is answered does not depend on it.
  }
}
