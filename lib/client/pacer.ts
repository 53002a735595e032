import { timeOfDateHeader, TargetClock } from './target-clock.ts'
import { rateLimitState } from './rate-limit-state.ts'

export interface PacedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly sentAt: number
  readonly receivedAt: number
}

/** First wait after a 429 that names no time to come; doubled with each further one. */
const shortestWait = 250
const longestBlindWait = 8000

/** Refusals in a row, each beyond what can be waited for, after which nothing more is sent before the window ends. */
const refusalsToBeSure = 5

/** Repetitions of one request after 429; a window that many requests compete for may take several. */
const mostRepetitions = 12
/** The same where the window is told to end later than can be waited: only to see whether that is true. */
const repetitionsInDoubt = 4

/**
 * Repetitions before a 429 that tells of requests left in the window is waited out with the window all the same: it is of
 * another limit beside it, such as that of requests at a time, unless what is left is told late.
 */
const repetitionsBeside = 3

/**
 * What is known of the rate limit of one organization. The target's own headers are the only state that is shared
 * with other workers, so this is an estimate: a 429 corrects it.
 */
export class Pacer {
  readonly #clock = new TargetClock()
  readonly #longestWait: number
  readonly #deadline: number
  #limit = Number.POSITIVE_INFINITY
  /** As last told. Those in flight may or may not be counted in it: as if not, their own answers tell. */
  #remaining = Number.POSITIVE_INFINITY
  /** When the window is over, on our clock. */
  #resetAt = 0
  #blockedUntil = 0
  #inFlight = 0
  #turned = false
  /** Remaining stays at 0 in a fresh window: the header is wrong, only a 429 counts. */
  #distrusted = false
  /** Refusals since the last answer that was none, none of which can be waited out. */
  #hopeless = 0

  /** Waits `longestWait` milliseconds for a window at most, and never past the deadline of the run (milliseconds since the epoch). */
  constructor(longestWait: number, deadline = Number.POSITIVE_INFINITY) {
    this.#longestWait = longestWait
    this.#deadline = deadline
  }

  /** Whether a request sent now would surely be refused, in a window that lasts longer than can be waited. */
  isSpent(now: number): boolean {
    return this.#hopeless >= refusalsToBeSure && now < this.#resetAt
  }

  /** Milliseconds until `size` requests may be sent; 0 now. An answer that comes in meanwhile may change it. */
  delay(size: number, now: number): number {
    const blocked = this.#blockedUntil - now
    if (blocked > 0) return blocked
    this.#turn(now)
    if (this.#distrusted || this.#remaining - this.#inFlight >= Math.min(size, this.#limit)) return 0
    const wait = this.#resetAt - now
    // A reset beyond the longest wait cannot be waited for: better a 429 than a run that stands still.
    return wait > this.#maxWait(now) ? 0 : Math.max(0, wait)
  }

  /** What the target's clock has reached for sure at a time of ours; milliseconds since the epoch. */
  targetTimeAt(ourTime: number): number {
    return this.#clock.toTheirs(ourTime)
  }

  sent(size: number): void {
    this.#inFlight += size
  }

  /** A request that had no answer. */
  lost(): void {
    this.#inFlight -= 1
  }

  answered(answer: PacedAnswer): void {
    this.#inFlight -= 1
    this.#clock.observe(answer.headers['date'], answer)
    if (answer.status !== 429) this.#hopeless = 0
    const { limit, remaining, resetAt } = rateLimitState(answer.headers, this.#targetTime(answer))
    if (limit !== undefined) this.#limit = Math.max(1, limit)
    if (remaining === undefined || resetAt === undefined) return
    if (answer.status !== 429) this.#judge(remaining)
    this.#resetAt = this.#clock.toOurs(resetAt)
    this.#remaining = remaining
  }

  /**
   * Milliseconds to wait before a request that got a 429 is sent again, `undefined` where it is not worth it.
   * All requests of the organization wait as long.
   */
  waitAfterRefusal(
    answer: PacedAnswer,
    { repetition, waited }: { readonly repetition: number; readonly waited: number },
  ): number | undefined {
    const wait = this.#refusalDelay(answer, repetition)
    const left = this.#maxWait(answer.receivedAt)
    const most = this.#resetAt - answer.receivedAt > left ? repetitionsInDoubt : mostRepetitions
    if (this.#hopeless > 0 || repetition >= most || waited + wait > this.#longestWait || wait > left) {
      this.#hopeless += 1
      return undefined
    }
    this.#blockedUntil = Math.max(this.#blockedUntil, answer.receivedAt + wait)
    return wait
  }

  #refusalDelay(answer: PacedAnswer, repetition: number): number {
    const { remaining, resetAt, retryAfter } = rateLimitState(answer.headers, this.#targetTime(answer))
    const blind = Math.min(longestBlindWait, shortestWait * 2 ** repetition)
    const untilReset = resetAt === undefined ? 0 : this.#clock.toOurs(resetAt) - answer.receivedAt
    const isOfWindow = remaining === 0 || remaining === undefined || repetition >= repetitionsBeside
    if (isOfWindow && untilReset > 0 && untilReset <= this.#maxWait(answer.receivedAt))
      return repetition === 0 ? untilReset : Math.max(untilReset, shortestWait)
    return retryAfter !== undefined && retryAfter > 0 ? retryAfter : blind
  }

  #maxWait(now: number): number {
    return Math.min(this.#longestWait, this.#deadline - now)
  }

  #turn(now: number): void {
    if (this.#resetAt === 0 || now < this.#resetAt) return
    this.#turned = this.#remaining === 0
    this.#resetAt = 0
    this.#remaining = this.#limit
  }

  #judge(remaining: number): void {
    if (this.#turned && remaining === 0 && this.#limit > this.#inFlight + 1) this.#distrusted = true
    this.#turned = false
  }

  #targetTime({ headers, receivedAt }: PacedAnswer): number {
    const told = timeOfDateHeader(headers['date'])
    return Number.isNaN(told) ? receivedAt : told
  }
}
