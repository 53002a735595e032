/** How often each of some faults has made a difference. */
export class Activations {
  readonly #counts: Map<string, number>

  constructor(ids: readonly string[]) {
    this.#counts = new Map(ids.map((id) => [id, 0]))
  }

  /** Counts one. */
  count(id: string): void {
    this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1)
  }

  /** Every fault with its count, those of 0 too. */
  counts(): Record<string, number> {
    return Object.fromEntries(this.#counts)
  }
}
