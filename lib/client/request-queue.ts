import type { Pacer } from './pacer.ts'

export interface RequestQueueOptions {
  readonly concurrency: number
  readonly maxRequestsPerSecond: number | undefined
  readonly deadline: number | undefined
  /** The longest that a request waits for a rate limit before it is sent all the same. */
  readonly maxPaceMs: number
}

/** What asks to be sent at once: one request, or those of a race. */
export interface Batch {
  readonly pacers: readonly Pacer[]
  /** `false` does not wait for the rate limit. */
  readonly pace: boolean
  /** Made where the deadline passes first. */
  readonly late: () => Error
}

interface Waiting extends Batch {
  readonly since: number
  readonly admit: () => void
  readonly refuse: (error: Error) => void
}

/** Milliseconds of a wait that is worth a word. */
const leastWait = 1000

/** Beyond it a timer fires at once. */
const longestTimer = 2 ** 31 - 1

/** Lets requests through in their order, as far as concurrency, rate limit and spacing allow. */
export class RequestQueue {
  readonly #options: RequestQueueOptions
  readonly #spacing: number
  #queue: Waiting[] = []
  #inFlight = 0
  #nextAt = 0
  #timer: NodeJS.Timeout | undefined
  #closed: Error | undefined
  #waitsUntil: number | undefined

  constructor(options: RequestQueueOptions) {
    this.#options = options
    this.#spacing = options.maxRequestsPerSecond === undefined ? 0 : 1000 / options.maxRequestsPerSecond
  }

  /** Resolves when the batch may be sent; each of its requests then calls `leave` once. */
  enter(batch: Batch): Promise<void> {
    return new Promise((admit, refuse) => {
      this.#queue.push({ ...batch, since: Date.now(), admit, refuse })
      this.#pump()
    })
  }

  /** Until when, in milliseconds since the epoch, everything waits for a rate limit. */
  get waitsUntil(): number | undefined {
    return this.#waitsUntil !== undefined && this.#waitsUntil > Date.now() ? this.#waitsUntil : undefined
  }

  leave(): void {
    this.#inFlight -= 1
    this.#pump()
  }

  /** Refuses all that wait, and all that come. */
  close(error: Error): void {
    this.#closed = error
    this.#pump()
  }

  #pump(): void {
    clearTimeout(this.#timer)
    this.#waitsUntil = undefined
    if (this.#queue.length === 0) return
    const now = Date.now()
    const { deadline = Number.POSITIVE_INFINITY } = this.#options
    if (this.#closed || now >= deadline) {
      for (const { refuse, late } of this.#queue.splice(0)) refuse(this.#closed ?? late())
      return
    }
    const soonest = this.#admitAll(now, deadline - now)
    if (this.#queue.length > 0 && soonest < Number.POSITIVE_INFINITY) {
      if (this.#inFlight === 0 && soonest >= leastWait) this.#waitsUntil = now + soonest
      this.#timer = setTimeout(() => this.#pump(), Math.min(soonest, longestTimer))
    }
  }

  /** Admits whoever may go; gives back in how many milliseconds the next may. */
  #admitAll(now: number, untilDeadline: number): number {
    let soonest = untilDeadline
    let full = false
    this.#queue = this.#queue.filter((waiting) => {
      // Nobody passes one who waits for room: many small ones would keep a race out for good.
      full ||= !this.#hasRoom(waiting)
      if (full) return true
      const delay = this.#delay(waiting, now)
      if (delay <= 0) this.#admit(waiting, now)
      else soonest = Math.min(soonest, delay)
      return delay > 0
    })
    return soonest
  }

  /** A race of more than the concurrency goes when nothing else is in flight. */
  #hasRoom({ pacers }: Waiting): boolean {
    return this.#inFlight + Math.min(pacers.length, this.#options.concurrency) <= this.#options.concurrency
  }

  /** Milliseconds until rate limit and spacing let the batch go. */
  #delay({ pacers, pace, since }: Waiting, now: number): number {
    const spacing = this.#nextAt - now
    if (!pace) return spacing
    const longest = since + this.#options.maxPaceMs - now
    return Math.max(spacing, Math.min(longest, delayByLimits(pacers, now)))
  }

  #admit({ pacers, admit }: Waiting, now: number): void {
    this.#inFlight += pacers.length
    this.#nextAt = Math.max(this.#nextAt, now) + this.#spacing * pacers.length
    for (const pacer of pacers) pacer.sent(1)
    admit()
  }
}

/** Milliseconds until the limits of all requests of a batch let them go. */
function delayByLimits(pacers: readonly Pacer[], now: number): number {
  const [first] = pacers
  if (first && pacers.length === 1) return first.delay(1, now)
  const limits = [...new Set(pacers)].map((pacer) => pacer.delay(pacers.filter((one) => one === pacer).length, now))
  return Math.max(...limits)
}
