import type { Exchange } from '../../client/exchange.ts'
import { instantOf } from '../../contract/instant.ts'
import { fieldIn } from '../../service/records/documented-fields.ts'
import type { Failure, Of } from './statement.ts'
import { recordIn } from './judge-values.ts'

/** Seconds between the clock of the answers and that of stored times: a database may have its own clock. */
export const clockTolerance = 600
/** Without a Date header the target's clock is unknown; it may be wrong by anything less than a day. */
const toleranceWithoutDate = 86_400
/** A time without an offset may be in any zone: no zone is further from UTC than this. */
const furthestZone = 14 * 3600

export function judgeNow({ field, clock, ...claim }: Of<'now'>, exchange: Exchange): Failure | undefined {
  const { headers, startedAt } = clock ?? exchange
  const received = fieldIn(recordIn(claim, exchange), field)
  const { milliseconds, hasOffset } = instantOf(received) ?? {}
  if (milliseconds === undefined) return undefined
  const date = Date.parse(headers['date'] ?? '')
  const tellsClock = !Number.isNaN(date)
  const seconds = (tellsClock ? clockTolerance : toleranceWithoutDate) + (hasOffset ? 0 : furthestZone)
  // lawful: a Date that a gateway set from its own clock
  if ([date, startedAt].some((now) => Math.abs(milliseconds - now) / 1000 <= seconds)) return undefined
  return { fields: [field], expected: { now: new Date(tellsClock ? date : startedAt).toJSON(), seconds }, received }
}
