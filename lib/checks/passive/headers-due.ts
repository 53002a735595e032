import type { Exchange } from '../../client/exchange.ts'
import { endpointOf } from './endpoint-of.ts'
import { mayBeRefusedInFront } from './refused-in-front.ts'

/**
 * Whether the shared headers are due: on every answer of the contract's endpoints. A 5xx is a violation by itself and often not the service's
 * own answer, and neither is a refusal of the HTTP layer.
 */
export function areHeadersDue(exchange: Exchange): boolean {
  return exchange.status < 500 && endpointOf(exchange) !== undefined && !mayBeRefusedInFront(exchange)
}
