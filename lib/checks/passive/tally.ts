/** Counts texts by two levels of names, and stops taking new ones at a bound: what a target sends may be without end. */
export class Tally {
  readonly #counts = new Map<string, Map<string, number>>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  count(group: string, name: string): void {
    let counts = this.#counts.get(group)
    if (!counts) this.#counts.set(group, (counts = new Map()))
    const known = counts.get(name)
    if (known !== undefined) counts.set(name, known + 1)
    else if (counts.size < this.#most && name.length <= 100) counts.set(name, 1)
  }

  *entries(): Iterable<{ readonly group: string; readonly name: string; readonly seen: number }> {
    for (const [group, counts] of this.#counts) for (const [name, seen] of counts) yield { group, name, seen }
  }
}
