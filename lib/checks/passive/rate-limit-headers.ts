import type { Exchange } from '../../client/exchange.ts'
import type { PassiveCheck, PassiveReport } from '../passive-check.ts'
import { areHeadersDue } from './headers.ts'

const integer = /^\d+$/
/** Seconds by which a reset may lie behind the target's own clock: `Date` has whole seconds, and an answer takes its time. */
const tolerance = 2
/** Without a `Date` there is only our clock, which may go differently. */
const toleranceOfOurClock = 600
const firstMilliseconds = 100_000_000_000
const lastDuration = 100_000_000

function numberOf(exchange: Exchange, header: string): number | undefined {
  const text = exchange.headers[header]
  return text !== undefined && integer.test(text) ? Number(text) : undefined
}

function received(exchange: Exchange, header: string): string {
  const text = exchange.headers[header]
  return text === undefined ? 'no such header' : JSON.stringify(text)
}

/** What is wrong with a reset, in stable words; `undefined` where nothing is. */
function problemOfReset(reset: number, exchange: Exchange): string | undefined {
  if (reset >= firstMilliseconds) return 'is in milliseconds'
  if (reset <= lastDuration) return 'is a duration, not a moment'
  const date = Date.parse(exchange.headers['date'] ?? '')
  const earliest = Number.isNaN(date) ? exchange.startedAt / 1000 - toleranceOfOurClock : date / 1000 - tolerance
  return reset < earliest ? 'lies in the past' : undefined
}

export const rateLimitHeaders: PassiveCheck = {
  title: 'every answer tells the state of the rate limit',
  requirements: ['HDR-04', 'HDR-05', 'HDR-06'],
  judge: (exchange, report) => {
    if (!areHeadersDue(exchange)) return
    judgeLimit(exchange, report)
    judgeRemaining(exchange, report)
    judgeReset(exchange, report)
  },
}

function judgeLimit(exchange: Exchange, report: PassiveReport): void {
  report.evaluated('HDR-04')
  const limit = numberOf(exchange, 'x-ratelimit-limit')
  if (limit !== undefined && limit >= 1) return
  report.violated('HDR-04', {
    claim: 'X-RateLimit-Limit is no integer of at least 1',
    expected: 'an integer of at least 1',
    received: received(exchange, 'x-ratelimit-limit'),
  })
}

function judgeRemaining(exchange: Exchange, report: PassiveReport): void {
  report.evaluated('HDR-05')
  const remaining = numberOf(exchange, 'x-ratelimit-remaining')
  const limit = numberOf(exchange, 'x-ratelimit-limit')
  if (remaining !== undefined && (limit === undefined || remaining <= limit)) return
  report.violated('HDR-05', {
    claim:
      remaining === undefined
        ? 'X-RateLimit-Remaining is no integer of at least 0'
        : 'X-RateLimit-Remaining exceeds the limit',
    expected: `an integer from 0 to ${limit ?? 'the limit'}`,
    received: received(exchange, 'x-ratelimit-remaining'),
  })
}

function judgeReset(exchange: Exchange, report: PassiveReport): void {
  report.evaluated('HDR-06')
  const reset = numberOf(exchange, 'x-ratelimit-reset')
  const problem = reset === undefined ? 'is no integer' : problemOfReset(reset, exchange)
  if (problem === undefined) return
  const date = exchange.headers['date']
  report.violated('HDR-06', {
    claim: `X-RateLimit-Reset ${problem}`,
    expected: 'whole Unix seconds of a moment that is not past',
    received: `${received(exchange, 'x-ratelimit-reset')}${date === undefined ? '' : ` with Date ${JSON.stringify(date)}`}`,
  })
}
