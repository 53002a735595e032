import type { Exchange } from '../../client/exchange.ts'
import { errorCodeOf } from '../error-body.ts'

/** An answer as a claim tells it: its status and its error code. */
export function received(exchange: Exchange): string {
  const code = errorCodeOf(exchange)
  return code === undefined ? `${exchange.status}` : `${exchange.status} ${code}`
}
