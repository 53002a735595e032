import { timeOfDateHeader } from '../../client/pacer.ts'
import type { Exchange } from '../../client/exchange.ts'
import { requirementsOf, statedShape } from '../../contract/stated-shape.ts'
import type { PassiveCheck, PassiveReport } from '../passive-check.ts'
import { judgeShape } from './judge-shape.ts'
import { endpointOf } from './endpoint-of.ts'
import { mayBeRefusedInFront } from './refused-in-front.ts'

const shape = statedShape('responses/headers.json')
const integer = /^\d+$/
/** Seconds by which a reset may be before the target's own clock: `Date` has whole seconds. */
const tolerance = 2
/** Without a `Date` there is only our own clock, which may differ. */
const toleranceOfOurClock = 600
const firstMilliseconds = 100_000_000_000
const lastDuration = 100_000_000

export const sharedHeaders: PassiveCheck = {
  title: 'every answer has the shared headers',
  requirements: requirementsOf(shape),
  judge: (exchange, report) => {
    if (!areHeadersDue(exchange)) return
    judgeShape(shape, { label: 'headers', records: [exchange.headers] }, report)
    judgeRemaining(exchange, report)
    judgeReset(exchange, report)
  },
}

function judgeRemaining(exchange: Exchange, report: PassiveReport): void {
  const remaining = numberOf(exchange, 'x-ratelimit-remaining')
  const limit = numberOf(exchange, 'x-ratelimit-limit')
  if (remaining === undefined || limit === undefined || remaining <= limit) return
  report.violated('HDR-05', {
    claim: 'X-RateLimit-Remaining does not exceed the limit',
    fingerprint: 'X-RateLimit-Remaining exceeds the limit',
    expected: `an integer from 0 to ${limit}`,
    received: JSON.stringify(exchange.headers['x-ratelimit-remaining']),
    hint: 'rate limit: the two headers seem to come from different counters',
  })
}

function judgeReset(exchange: Exchange, report: PassiveReport): void {
  const { date, 'x-ratelimit-reset': text } = exchange.headers
  const reset = numberOf(exchange, 'x-ratelimit-reset')
  const problem = reset === undefined ? undefined : problemOfReset(reset, exchange)
  if (problem === undefined) return
  report.violated('HDR-06', {
    claim: 'X-RateLimit-Reset is not in the past',
    fingerprint: `X-RateLimit-Reset ${problem}`,
    expected: 'Unix seconds, not before the time of the request',
    received: `${JSON.stringify(text)}${date === undefined ? '' : ` with Date ${JSON.stringify(date)}`}`,
    criterion: { kind: 'reset', tolerance },
    hint: 'rate limit: the reset seems to be in milliseconds, a number of seconds to wait, or that of the window before',
  })
}

/**
 * What is wrong with a reset, in stable words; `undefined` if nothing is. An answer may take longer than its window: what counts
 * is the time of the request, by the clock of the answer's `Date`.
 */
function problemOfReset(reset: number, exchange: Exchange): string | undefined {
  if (reset >= firstMilliseconds) return 'is in milliseconds'
  if (reset <= lastDuration) return 'is a duration, not a moment'
  const date = timeOfDateHeader(exchange.headers['date'])
  const sent = Number.isNaN(date)
    ? exchange.startedAt / 1000 - toleranceOfOurClock
    : (date - exchange.durationMs) / 1000 - tolerance
  return reset < sent ? 'lies in the past' : undefined
}

function numberOf(exchange: Exchange, header: string): number | undefined {
  const text = exchange.headers[header]
  return text !== undefined && integer.test(text) ? Number(text) : undefined
}

/**
 * Whether the shared headers are required: on every answer of the contract's endpoints. A 5xx is always a violation and often not
 * from the service itself, and neither is a rejection of the HTTP layer.
 */
export function areHeadersDue(exchange: Exchange): boolean {
  return exchange.status < 500 && endpointOf(exchange) !== undefined && !mayBeRefusedInFront(exchange)
}
