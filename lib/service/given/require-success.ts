import { isDeepStrictEqual } from 'node:util'
import { noList } from '../../checks/claims/no-verdict.ts'
import { UntestedError } from '../../checks/errors.ts'
import { errorCodeOf } from '../../checks/error-body.ts'
import { succeeded, type Exchange } from '../../client/exchange.ts'
import { endpoints } from '../interface/endpoint.ts'
import type { RequirementId } from '../../contract/requirement.ts'
import { show } from '../../contract/show.ts'
import { requestName } from '../../wording/request-words.ts'
import { fieldOf } from '../../run/answer.ts'
import { isRecord } from '../../contract/is-record.ts'

/**
 * Returns an answer that the next steps need; if the target rejected it, or returned no list, the check is blocked by the
 * requirement that this breaks, and reports no finding itself.
 */
export function requireSuccess(exchange: Exchange, by: RequirementId): Exchange {
  if (succeeded(exchange)) {
    if (ofList(exchange) && !Array.isArray(fieldOf(exchange, 'items'))) throw noList(exchange)
    return exchange
  }
  throw new UntestedError({
    reason: 'blocked',
    blockedBy: [by],
    cause:
      `a set-up request was rejected: ${requestName(exchange.request)} answered ${exchange.status} ${errorCodeOf(exchange) ?? ''}`.trimEnd(),
  })
}

function ofList({ endpoint }: Exchange): boolean {
  return endpoint !== undefined && 'list' in endpoints[endpoint]
}

/** The fields that an answer must show for the next steps, and the requirement that is broken otherwise. */
export interface Shown {
  readonly fields: Readonly<Record<string, unknown>>
  readonly by: RequirementId
}

/**
 * Returns an answer that shows what was written; if a successful write had no effect, the check is blocked by the requirement
 * that this breaks.
 */
export function requireShown(exchange: Exchange, { fields, by }: Shown): Exchange {
  const shown = pick(requireSuccess(exchange, by).json, Object.keys(fields))
  if (isDeepStrictEqual(shown, fields)) return exchange
  throw new UntestedError({
    reason: 'blocked',
    blockedBy: [by],
    cause: `a set-up request had no effect: ${requestName(exchange.request)} showed ${show(shown)}, not ${show(fields)}`,
  })
}

/** The named fields of a record, those that it has. */
export function pick(record: unknown, fields: readonly string[]): Readonly<Record<string, unknown>> {
  if (!isRecord(record)) return {}
  return Object.fromEntries(fields.filter((field) => field in record).map((field) => [field, record[field]]))
}
