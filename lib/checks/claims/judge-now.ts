import type { Exchange } from '../../client/exchange.ts'
import { instantOf } from '../../contract/instant.ts'
import { fieldIn } from '../../service/records/documented-fields.ts'
import type { Failure, Of } from './statement.ts'
import { recordIn } from './judge-values.ts'

/** Seconds between the clocks that answers tell and what is stored: a database may have one of its own. */
export const clockTolerance = 600
/** An answer without a Date does not tell its clock, which may be set to anything but another day. */
const toleranceWithoutDate = 86_400
/** A time that does not tell its zone may be any zone's: none is further from UTC. */
const furthestZone = 14 * 3600

export function judgeNow({ field, clock, ...claim }: Of<'now'>, exchange: Exchange): Failure | undefined {
  const { headers, startedAt } = clock ?? exchange
  const received = fieldIn(recordIn(claim, exchange), field)
  const { milliseconds, hasOffset } = instantOf(received) ?? {}
  if (milliseconds === undefined) return undefined
  const date = Date.parse(headers['date'] ?? '')
  const tellsClock = !Number.isNaN(date)
  const seconds = (tellsClock ? clockTolerance : toleranceWithoutDate) + (hasOffset ? 0 : furthestZone)
  // lawful: a Date that a gateway has set by a clock of its own
  if ([date, startedAt].some((now) => Math.abs(milliseconds - now) / 1000 <= seconds)) return undefined
  return { fields: [field], expected: { now: new Date(tellsClock ? date : startedAt).toJSON(), seconds }, received }
}
