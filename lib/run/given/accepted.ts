import { UntestedError } from '../../checks/untested-error.ts'
import { errorCodeOf } from '../../checks/error-body.ts'
import type { Exchange } from '../../client/exchange.ts'
import type { RequirementId } from '../../contract/requirement.ts'

/**
 * Passes on an answer that what follows builds on; where the target refused it, the check is blocked by the requirement
 * that the refusal breaks, and accuses nobody itself.
 */
export function accepted(exchange: Exchange, by: RequirementId): Exchange {
  if (exchange.status >= 200 && exchange.status < 300) return exchange
  const { method, path } = exchange.request
  throw new UntestedError({
    reason: 'blocked',
    blockedBy: [by],
    enable:
      `set-up was refused: ${method} ${path} answered ${exchange.status} ${errorCodeOf(exchange) ?? ''}`.trimEnd(),
  })
}
