/** The maximum number of entries held, and of the bytes that they keep in memory. */
const heldAtMost = 128
const bytesHeldAtMost = 1_048_576

/**
 * Collects work that is not urgent and passes it on in batches. Done singly, between the other work for an exchange, it takes
 * twice the CPU, because its code and data are no longer in the caches of the processor.
 */
export class Batch<Entry> {
  readonly #handle: (entries: readonly Entry[]) => void
  #held: Entry[] = []
  #bytesHeld = 0

  constructor(handle: (entries: readonly Entry[]) => void) {
    this.#handle = handle
  }

  /** Takes an entry that holds on to so many bytes. */
  add(entry: Entry, bytes: number): void {
    this.#held.push(entry)
    this.#bytesHeld += bytes
    if (this.#held.length >= heldAtMost || this.#bytesHeld >= bytesHeldAtMost) this.flush()
  }

  /** Hands on whatever is held. */
  flush(): void {
    if (this.#held.length === 0) return
    const held = this.#held
    this.#held = []
    this.#bytesHeld = 0
    this.#handle(held)
  }
}
