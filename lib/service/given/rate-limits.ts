import { setTimeout as pause } from 'node:timers/promises'
import { UntestedError } from '../../checks/errors.ts'
import { succeeded, type Exchange } from '../../client/exchange.ts'
import { rateLimitState, timeOfDateHeader, type RateLimitState } from '../../client/pacer.ts'
import type { Api } from '../../run/api.ts'
import type { Session } from '../../run/session.ts'

/** A limit that can be reached: set by the control, or the target's own if that is small. */
export interface SmallLimit {
  readonly limit: number
  /** Sends reads until one is rejected, or until there were far too many; with `patientMs`, for at least that long. */
  spend(patientMs?: number): Promise<Spending>
  /** Waits until the target's clock has reached the reset in an answer. */
  afterReset(exchange: Exchange): Promise<void>
}

export interface Spending {
  readonly served: readonly Exchange[]
  /** The first read that was not served. */
  readonly refused: Exchange | undefined
  /** All was sent within one window of time. */
  readonly quick: boolean
}

export interface RateLimits {
  /**
   * Runs work under a rate limit that it can reach, and resets the limit afterwards; the window has the requested length if the
   * run can set it.
   */
  underSmallLimit<Result>(work: (small: SmallLimit) => Promise<Result>, leastSeconds?: number): Promise<Result>
}

/** A limit of the control: reached by a few requests. */
const fewRequests = 6
/** The number of requests in one series, for the length of the window. */
const requestsInAWindow = 40
/**
 * A limit of the target itself that may be exhausted: a larger one would lock others out for too long. Resets are whole seconds,
 * rounded up.
 */
const most = { requests: 120, windowMs: 61_000 } as const
/** Sent one after another at the end, so that each answer predicts the next. */
const inSequence = 4

export function createRateLimits(api: Api, session: Session): RateLimits {
  const read = (): Promise<Exchange> => api.send('listWorkspaces', { query: { limit: 1 }, pace: false })
  const target = {
    read,
    timeAt: (ourTime: number) => session.client.targetTimeAt(ourTime),
    pause: async (ms: number) => {
      session.waiting = { reason: 'the window of the rate limit to end', until: Date.now() + ms }
      await pause(ms)
      session.waiting = undefined
    },
  }
  return {
    underSmallLimit: async (work, leastSeconds = 2) => {
      const probe = await read()
      if (!session.controls.has('setRateLimit')) return work(smallLimit(target, ownLimit(probe, session)))
      const windowSeconds = Math.min(
        60,
        Math.max(leastSeconds, Math.ceil((probe.durationMs * requestsInAWindow) / 1000)),
      )
      const before = session.controls.has('getRateLimit') ? await session.controls.getRateLimit() : null
      try {
        await session.controls.setRateLimit({ limit: fewRequests, windowSeconds })
        return await work(smallLimit(target, { limit: fewRequests, windowMs: windowSeconds * 1000 }))
      } finally {
        await session.controls.setRateLimit(before)
        // What the client knows of the limit is out of date.
        await read()
      }
    },
  }
}

/** The rate limit in an answer; times on the target's clock. */
export function rateStateOf({
  headers,
  startedAt,
  durationMs,
}: Pick<Exchange, 'headers' | 'startedAt' | 'durationMs'>): RateLimitState {
  const date = timeOfDateHeader(headers['date'])
  return rateLimitState(headers, Number.isNaN(date) ? startedAt + durationMs : date)
}

interface Window {
  readonly limit: number
  readonly windowMs: number
}

function ownLimit(probe: Exchange, { configuration }: Session): Window {
  const { limit, resetAt } = rateStateOf(probe)
  // A Date may be late, from a cache or another clock.
  const windowMs = ((resetAt ?? Number.POSITIVE_INFINITY) - timeToldBy(probe)) * 0.9
  if (limit !== undefined && limit <= most.requests && windowMs <= most.windowMs)
    return { limit, windowMs: most.windowMs }
  throw new UntestedError({
    reason: 'missing-control',
    needs: 'small-limit|control:set-rate-limit',
    remedy: `supply the control setRateLimit (--controls FILE${configuration.mode === 'read-only' ? ' --allow-writes' : ''}): the rate limit of ${limit?.toLocaleString('en') ?? 'unknown size'} is too high to exhaust`,
  })
}

/** Whose limit is spent. */
interface Target {
  readonly read: () => Promise<Exchange>
  /** How far the target's clock has certainly come at a time of ours. */
  readonly timeAt: (ourTime: number) => number
  readonly pause: (ms: number) => Promise<void>
}

function smallLimit(target: Target, window: Window): SmallLimit {
  const { read } = target
  let isBegun = false
  return {
    limit: window.limit,
    spend: async (patientMs) => {
      const first = isBegun ? await read() : await firstOfWindow(target, window)
      isBegun = true
      return spend(read, window, { first, patientMs })
    },
    afterReset: async (exchange) => {
      const { resetAt } = rateStateOf(exchange)
      if (resetAt === undefined)
        throw new UntestedError({ reason: 'blocked', blockedBy: ['HDR-06'], cause: 'no answer had X-RateLimit-Reset' })
      await target.pause(Math.min(most.windowMs, Math.max(0, resetAt - timeOf(exchange, target))))
    },
  }
}

const betweenPatientReads = 50
/** A reset and a Date are whole seconds, truncated or rounded. */
const cutOffMs = 2000

interface Beginning {
  readonly first: Exchange
  readonly patientMs: number | undefined
}

async function spend(
  read: () => Promise<Exchange>,
  { limit, windowMs }: Window,
  { first, patientMs = 0 }: Beginning,
): Promise<Spending> {
  const started = Date.now() - first.durationMs
  const served: Exchange[] = []
  const { remaining = 0 } = rateStateOf(first)
  if (!succeeded(first)) return { served, refused: first, quick: true }
  const atOnce = Math.max(0, Math.min(remaining, limit) - inSequence)
  served.push(first, ...(await Promise.all(Array.from({ length: atOnce }, read))))
  let refused = served.find((exchange) => !succeeded(exchange))
  const isEnough = (): boolean => served.length > 2 * limit + 1
  while (!refused && (!isEnough() || Date.now() < started + patientMs)) {
    if (isEnough()) await pause(betweenPatientReads)
    const next = await read()
    if (succeeded(next)) served.push(next)
    else refused = next
  }
  return { served: served.filter(succeeded), refused, quick: Date.now() - started < windowMs }
}

/** lawful: requests from before a limit was lowered may have exhausted it until the next window */
async function firstOfWindow(target: Target, { windowMs }: Window): Promise<Exchange> {
  const first = await target.read()
  if (succeeded(first)) return first
  const { resetAt = 0 } = rateStateOf(first)
  const untilReset = resetAt - timeOf(first, target)
  if (untilReset <= 0 || untilReset > windowMs + cutOffMs) return first
  await target.pause(untilReset)
  return target.read()
}

/** The earliest target time of the answer: a `Date` is cut to the second. */
function timeToldBy({ headers, startedAt }: Exchange): number {
  const told = timeOfDateHeader(headers['date'])
  return Number.isNaN(told) ? startedAt : told
}

/** The same, but closer: all answers together show the truncated part. Another machine of the service may be ahead. */
function timeOf(exchange: Exchange, { timeAt }: Target): number {
  const told = timeToldBy(exchange)
  return Math.min(told + 999, Math.max(told, timeAt(exchange.startedAt + exchange.durationMs)))
}
