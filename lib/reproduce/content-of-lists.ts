import type { Exchange } from '../client/exchange.ts'
import { succeeded } from '../client/succeeded.ts'
import { endpoints } from '../contract/endpoint.ts'
import type { Chronicle } from './chronicle.ts'
import { idsOf, isOursById } from './ids-of-exchanges.ts'

/** Requests that make a thing which a list may show. */
export const creations: ReadonlySet<string> = new Set(['createProduct', 'createItem', 'createProperty'])

/** What was made within the thing whose list this is. */
export function contentOf(list: Exchange, chronicle: Chronicle): Exchange[] {
  const scope = new Set(idsOf(list, chronicle).filter((id) => isOursById(id, chronicle)))
  if (scope.size === 0) return []
  return chronicle.writes
    .filter((write) => write.sequence < list.sequence && succeeded(write) && creations.has(write.endpoint ?? ''))
    .filter((write) => idsOf(write, chronicle).some((id) => scope.has(id)))
    .slice(0, mostContent)
}

/** Things that are made again at most for a list of them. */
const mostContent = 15

/** Whether an endpoint gives a list. */
export function isList(endpoint: Exchange['endpoint']): boolean {
  return endpoint !== undefined && 'list' in endpoints[endpoint]
}
