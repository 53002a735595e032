export interface PacedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly sentAt: number
  readonly receivedAt: number
}

/** The first wait after a 429 without a time; doubled with each further one. */
const shortestWait = 250
const longestBlindWait = 8000

/** 429s in a row, each beyond the longest wait, after which nothing is sent before the window ends. */
const refusalsToBeSure = 5

/** Repetitions of one request after a 429; if many requests compete for a window, it may take several. */
const mostRepetitions = 12
/** The same for a window that seems to end later than the longest wait: it only tests whether that is true. */
const repetitionsInDoubt = 4

/**
 * The number of repetitions before the client waits for the window after a 429 although requests remain: such a 429 usually comes
 * from another limit, for example of concurrent requests.
 */
const repetitionsBeside = 3

/**
 * The known state of an organization's rate limit. Only the target's own headers are shared with other workers, so it is an
 * estimate, and a 429 corrects it.
 */
export class Pacer {
  readonly #clock = new TargetClock()
  readonly #longestWait: number
  readonly #deadline: number
  #limit = Number.POSITIVE_INFINITY
  /** As last reported. Requests in flight count as not included, because their own answers will report it. */
  #remaining = Number.POSITIVE_INFINITY
  /** When the window is over, on our clock. */
  #resetAt = 0
  #blockedUntil = 0
  #inFlight = 0
  #turned = false
  /** If Remaining stays at 0 in a new window, the header is wrong and only a 429 counts. */
  #distrusted = false
  /** 429s since the last other answer that cannot be waited out. */
  #hopeless = 0

  /** Waits at most `longestWait` milliseconds for a window, and never past the deadline of the run (milliseconds since the epoch). */
  constructor(longestWait: number, deadline = Number.POSITIVE_INFINITY) {
    this.#longestWait = longestWait
    this.#deadline = deadline
  }

  /** Whether a request would certainly get a 429 now, in a window beyond the longest wait. */
  isSpent(now: number): boolean {
    return this.#hopeless >= refusalsToBeSure && now < this.#resetAt
  }

  /** Milliseconds until `size` requests may be sent; 0 means now. An answer in the meantime may change it. */
  delay(size: number, now: number): number {
    const blocked = this.#blockedUntil - now
    if (blocked > 0) return blocked
    this.#turn(now)
    if (this.#distrusted || this.#remaining - this.#inFlight >= Math.min(size, this.#limit)) return 0
    const wait = this.#resetAt - now
    // A reset beyond the longest wait is not waited for: a 429 is better than a run that stands still.
    return wait > this.#maxWait(now) ? 0 : Math.max(0, wait)
  }

  /** The latest time that the target's clock has certainly reached at a time of ours, in milliseconds since the epoch. */
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
   * Milliseconds until a request that got a 429 is sent again, `undefined` if that is not worthwhile. All requests of the
   * organization wait this long.
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

/** The rate limit in an answer; times on the target's clock, in milliseconds since the epoch. */
export interface RateLimitState {
  readonly limit: number | undefined
  readonly remaining: number | undefined
  readonly resetAt: number | undefined
  readonly retryAfter: number | undefined
}

/** Reads the rate-limit headers leniently: passive checks judge them. */
export function rateLimitState(headers: Readonly<Record<string, string>>, now: number): RateLimitState {
  return {
    limit: countOf(headers['x-ratelimit-limit']),
    remaining: countOf(headers['x-ratelimit-remaining']),
    resetAt: resetTime(countOf(headers['x-ratelimit-reset']), now),
    retryAfter: retryDelay(headers['retry-after'], now),
  }
}

/** lawful: the largest number may mean that there is no limit. Beyond exact integers, a difference of one does not show */
function countOf(text: string | undefined): number | undefined {
  const count = text !== undefined && /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined
  return count !== undefined && count <= Number.MAX_SAFE_INTEGER ? count : undefined
}

/** Unix seconds as documented; larger numbers are read as milliseconds, smaller ones as seconds from now. */
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
 * The target's clock, derived from the `Date` of its answers. A `Date` is cut to the second (and may come from a cache), so each
 * answer gives only a lower bound; the highest is close after a few answers.
 */
export class TargetClock {
  #lead: number | undefined
  #most = Number.POSITIVE_INFINITY

  /** Takes a response's `Date`, and the times of request and answer on our clock. */
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

  /** When the target's clock has certainly reached a time, on our clock; without a `Date` so far, both clocks are taken as equal. */
  toOurs(targetTime: number): number {
    return targetTime - (this.#lead ?? 0)
  }

  /**
   * The latest time that the target's clock has certainly reached at a time of ours; without a `Date` so far, both clocks are
   * taken as equal.
   */
  toTheirs(ourTime: number): number {
    return ourTime + (this.#lead ?? 0)
  }
}

let last: { readonly text: string; readonly time: number } | undefined

/** The time in a `Date` header, in milliseconds since the epoch; `NaN` if there is none. Answers of one second have the same. */
export function timeOfDateHeader(text: string | undefined): number {
  if (text === undefined) return Number.NaN
  if (last?.text !== text) last = { text, time: Date.parse(text) }
  return last.time
}
