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

/** What an answer says about the rate limit; times on the target's clock, milliseconds since the epoch. */
export interface RateLimitState {
  readonly limit: number | undefined
  readonly remaining: number | undefined
  readonly resetAt: number | undefined
  /** Milliseconds of `Retry-After`. */
  readonly retryAfter: number | undefined
}

/** Reads the rate-limit headers leniently: whether they keep the contract is judged elsewhere. */
export function rateLimitState(headers: Readonly<Record<string, string>>, now: number): RateLimitState {
  return {
    limit: countOf(headers['x-ratelimit-limit']),
    remaining: countOf(headers['x-ratelimit-remaining']),
    resetAt: resetTime(countOf(headers['x-ratelimit-reset']), now),
    retryAfter: retryDelay(headers['retry-after'], now),
  }
}

/** lawful: no limit may be told as the greatest number there is. Beyond what a number holds exactly, one more or less does not show. */
function countOf(text: string | undefined): number | undefined {
  const count = text !== undefined && /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined
  return count !== undefined && count <= Number.MAX_SAFE_INTEGER ? count : undefined
}

/** Unix seconds as documented; a number too large for that counts as milliseconds, one too small as seconds from now. */
function resetTime(value: number | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  if (value > 1e11) return value
  return value < 1e8 ? now + value * 1000 : value * 1000
}

function retryDelay(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  const seconds = countOf(text)
  if (seconds !== undefined) return seconds * 1000
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : Math.max(0, time - now)
}

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
