import { isDeepStrictEqual } from 'node:util'
import { UntestedError } from '../../checks/errors.ts'
import { errorCodeOf } from '../../checks/error-body.ts'
import type { Exchange } from '../../client/exchange.ts'
import type { RequirementId } from '../../contract/requirement.ts'
import { show } from '../../contract/show.ts'
import { pick } from './pick.ts'

/**
 * Passes on an answer that what follows builds on; where the target refused it, the check is blocked by the requirement
 * that the refusal breaks, and accuses nobody itself.
 */
export function requireSuccess(exchange: Exchange, by: RequirementId): Exchange {
  if (exchange.status >= 200 && exchange.status < 300) return exchange
  const { method, path } = exchange.request
  throw new UntestedError({
    reason: 'blocked',
    blockedBy: [by],
    cause: `set-up was refused: ${method} ${path} answered ${exchange.status} ${errorCodeOf(exchange) ?? ''}`.trimEnd(),
  })
}

/** The fields that an answer must show for what follows, and the requirement that is broken where it does not. */
export interface Shown {
  readonly fields: Readonly<Record<string, unknown>>
  readonly by: RequirementId
}

/**
 * Passes on an answer that shows what was written; where a write was answered with a success and did nothing, the check is
 * blocked by the requirement that this breaks.
 */
export function requireShown(exchange: Exchange, { fields, by }: Shown): Exchange {
  const shown = pick(requireSuccess(exchange, by).json, Object.keys(fields))
  if (isDeepStrictEqual(shown, fields)) return exchange
  const { method, path } = exchange.request
  throw new UntestedError({
    reason: 'blocked',
    blockedBy: [by],
    cause: `set-up came to nothing: ${method} ${path} shows ${show(shown)}, not ${show(fields)}`,
  })
}
