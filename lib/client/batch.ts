/** Entries held at most, and bytes that they hold on to. */
const heldAtMost = 128
const bytesHeldAtMost = 1_048_576

/**
 * Collects what is not needed at once and hands it on many at a time. One at a time, between everything else that is done for
 * an exchange, the same work takes twice the CPU: its code and data are in no cache of the processor any more.
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
