import type { Exchange } from '../client/exchange.ts'
import type { Chronicle, Origin } from './chronicle.ts'
import { idsOf } from './ids-of-exchanges.ts'
import { leavesOf } from './place.ts'

/**
 * Where a check took the ids from that it sent, of what it had read only: the last answer that showed them before. The first
 * may be another view of the same thing, and by a service that keeps the rule it shows other ids.
 */
export function laterOrigins(
  judged: Exchange,
  exchanges: readonly Exchange[],
  chronicle: Chronicle,
): ReadonlyMap<string, Origin> {
  const before = exchanges.filter(({ sequence }) => sequence < judged.sequence)
  const origins = idsOf(judged, chronicle).flatMap((id): Array<readonly [string, Origin]> => {
    const first = chronicle.originOf(id)
    if (first?.exchange.request.method !== 'GET') return []
    const sent = before.find((exchange) => exchange.sequence > first.exchange.sequence && names(exchange, id))
    const later = before.findLast(
      (exchange) =>
        exchange.sequence > first.exchange.sequence &&
        exchange.sequence < (sent ?? judged).sequence &&
        placeOf(id, exchange) !== undefined,
    )
    const at = later && placeOf(id, later)
    if (!later || at === undefined || isWritten(first.id, later, chronicle)) return []
    return [[id, { id: first.id, exchange: later, at }]]
  })
  return new Map(origins)
}

function names({ request }: Exchange, id: string): boolean {
  return request.path.toLowerCase().includes(id)
}

/** Whether a write of the run had sent the id before: a script that repeats it has to know the id by then. */
function isWritten(id: string, before: Exchange, chronicle: Chronicle): boolean {
  return chronicle.writes.some(
    ({ sequence, request }) =>
      sequence < before.sequence && (request.path.includes(id) || request.body?.text.includes(id) === true),
  )
}

/** Where a read shows the id as that of a record. */
function placeOf(id: string, exchange: Exchange): string | undefined {
  if (exchange.request.method !== 'GET' || exchange.status >= 300) return undefined
  return leavesOf(exchange).find(({ path, text }) => path.endsWith('.id') && text.toLowerCase() === id)?.path
}
