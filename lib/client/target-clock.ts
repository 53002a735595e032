/**
 * The target's clock, told from the `Date` of its answers. A `Date` is cut to the second (and may come from a cache),
 * so each answer only says that the target's clock is at least that far; the furthest of them comes close within a few answers.
 */
export class TargetClock {
  #lead: number | undefined
  #most = Number.POSITIVE_INFINITY

  /** Takes a response's `Date`, and when its request was sent and answered on our clock. */
  observe(
    date: string | undefined,
    { sentAt, receivedAt }: { readonly sentAt: number; readonly receivedAt: number },
  ): void {
    const told = timeOfDateHeader(date)
    if (Number.isNaN(told)) return
    const least = told - receivedAt
    const most = told + 1000 - sentAt
    const contradicted = this.#lead === undefined || least > this.#most || most < this.#lead
    this.#lead = contradicted ? least : Math.max(this.#lead ?? least, least)
    this.#most = contradicted ? most : Math.min(this.#most, most)
  }

  /** When the target's clock has reached a time for sure, on our clock; the clocks count as one until a `Date` was seen. */
  toOurs(targetTime: number): number {
    return targetTime - (this.#lead ?? 0)
  }

  /** What the target's clock has reached for sure at a time of ours; the clocks count as one until a `Date` was seen. */
  toTheirs(ourTime: number): number {
    return ourTime + (this.#lead ?? 0)
  }
}

let last: { readonly text: string; readonly time: number } | undefined

/** What a `Date` header says, in milliseconds since the epoch; `NaN` where it says nothing. Answers of one second say the same. */
export function timeOfDateHeader(text: string | undefined): number {
  if (text === undefined) return Number.NaN
  if (last?.text !== text) last = { text, time: Date.parse(text) }
  return last.time
}
