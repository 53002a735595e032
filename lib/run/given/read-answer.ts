import type { Exchange } from '../../client/exchange.ts'
import type { RequirementId } from '../../contract/requirement.ts'
import { isRecord } from '../../contract/is-record.ts'
import { UntestedError } from '../../checks/untested-error.ts'

/** A text that what follows builds on, out of a JSON answer; without it the check is blocked by the requirement that asks for it. */
export function textField(exchange: Exchange, field: string, by: RequirementId): string {
  const value = isRecord(exchange.json) ? exchange.json[field] : undefined
  if (typeof value === 'string' && value !== '') return value
  const { method, path } = exchange.request
  throw new UntestedError({
    reason: 'blocked',
    blockedBy: [by],
    cause: `set-up is without what it builds on: ${method} ${path} answered no ${field}`,
  })
}

/** The entries of a list answer that are objects; empty where it is no list. */
export function entriesOf(exchange: Exchange): ReadonlyArray<Readonly<Record<string, unknown>>> {
  if (!isRecord(exchange.json)) return []
  const items = exchange.json['items']
  return Array.isArray(items) ? items.filter(isRecord) : []
}

/** The ids of a list answer's entries, lower case: the letter case of a UUID says nothing. */
export function idsOf(exchange: Exchange): readonly string[] {
  return entriesOf(exchange).map((entry) => (typeof entry['id'] === 'string' ? entry['id'].toLowerCase() : ''))
}
