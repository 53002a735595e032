import type { Exchange } from '../../client/exchange.ts'
import type { RequirementId } from '../../contract/requirement.ts'
import { UntestedError } from '../../checks/errors.ts'
import { requestName } from '../../wording/request-words.ts'
import { fieldOf } from '../../run/answer.ts'

/** A text in a JSON answer that the next steps need; if it is missing, the check is blocked by the requirement that demands it. */
export function textField(exchange: Exchange, field: string, by: RequirementId): string {
  const value = fieldOf(exchange, field)
  if (typeof value === 'string' && value !== '') return value
  throw new UntestedError({
    reason: 'blocked',
    blockedBy: [by],
    cause: `a set-up request returned no ${field}: ${requestName(exchange.request)}`,
  })
}
