import type { Exchange } from '../client/exchange.ts'

/** What a page holds at most where nothing else is asked for. */
const defaultLimit = 50

/** How many entries a page may have. */
export function pageLimit({ request }: Exchange): number {
  const limit = Number(new URLSearchParams(request.path.split('?', 2)[1]).get('limit') ?? defaultLimit)
  return Number.isInteger(limit) && limit > 0 ? limit : defaultLimit
}
