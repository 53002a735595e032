/** The last thousand numbers of a row: enough for a median, and flat in memory. */
export class Reservoir {
  readonly #numbers: number[] = []
  #next = 0

  add(value: number): void {
    this.#numbers[this.#next] = value
    this.#next = (this.#next + 1) % 1000
  }

  /** The median, or 0 of nothing. */
  get median(): number {
    const sorted = this.#numbers.toSorted((a, b) => a - b)
    const middle = Math.floor(sorted.length / 2)
    const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle] ?? 0, sorted[middle] ?? 0]
    return (low + high) / 2
  }
}
