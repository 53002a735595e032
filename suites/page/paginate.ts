import { entryKeys, judgePagination, repeatedKeys } from '#suite'
import type { Api, Exchange, ListQuery, ListWindow } from '#suite'

/** What a reader of the pages has seen, beside what the list shows. */
export interface Pagination {
  readonly due: readonly string[]
  readonly seen: readonly string[]
  /** Whether the list goes on behind what is due. */
  readonly goesOn: boolean
  /** So many entries may come once more. */
  readonly repeats: number
  readonly last: Exchange
}

interface Route {
  readonly limit: number
  /** A filter that each page is asked with. */
  readonly filter?: ListQuery
  /** What is to be seen, if it is not the whole window. */
  readonly due?: readonly string[]
}

/** Reads as the contract tells readers to: on by `limit`, until fewer than `limit` entries come. A long list is paginated as far as the window goes. */
export async function paginateUntilShortPage(api: Api, window: ListWindow, route: Route): Promise<Pagination> {
  const { limit, filter = {}, due = window.keys } = route
  const goesOn = route.due === undefined && !window.complete
  // One page more than there can be shows that the list does not end.
  const furthest = goesOn ? due.length - 1 : due.length + limit
  const seen: string[] = []
  let offset = 0
  let last: Exchange
  let page: readonly string[]
  do {
    last = await window.ask(api, { ...filter, limit, offset })
    page = entryKeys(last)
    seen.push(...page)
    offset += limit
  } while (page.length >= limit && offset <= furthest)
  return { due, seen, goesOn, repeats: repeatsIn(window, { due, goesOn }), last }
}

/** lawful: a user stands in the list with each of several roles, and comes as often in pages as in one of all; beyond a window more may. */
function repeatsIn({ name }: ListWindow, { due, goesOn }: Pick<Pagination, 'due' | 'goesOn'>): number {
  if (name !== 'users') return 0
  return goesOn ? Number.POSITIVE_INFINITY : repeatedKeys(due)
}

/** Whether each entry came once. */
export function isWhole(pagination: Pagination): boolean {
  return judgePagination(pagination) === undefined
}
