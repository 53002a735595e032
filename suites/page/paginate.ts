import { entryKeys, repeatedKeys, type Api, type Exchange, type ListQuery, type ListWindow } from '#suite'
import { entryCount } from '../subjects/counted.ts'

export interface Pagination {
  /** What the reader missed or saw twice; nothing where each entry came once. */
  readonly problem: string | undefined
  readonly last: Exchange
}

interface Route {
  readonly limit: number
  /** A filter that each page is asked with. */
  readonly filter?: ListQuery
  /** What is to be seen, where it is not the whole window. */
  readonly due?: readonly string[]
}

/** Reads as the contract tells readers to: on by `limit`, until fewer than `limit` entries come. A long list is paginated as far as the window goes. */
export async function paginate(api: Api, window: ListWindow, { limit, filter = {}, due }: Route): Promise<Pagination> {
  const wanted = due ?? window.keys
  const bounded = due === undefined && !window.complete
  // One page more than there can be shows that the list does not end.
  const furthest = bounded ? wanted.length - 1 : wanted.length + limit
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
  return { last, problem: problemOf({ seen, wanted, bounded, repeats: repeatsIn(window, { wanted, bounded }) }) }
}

interface Sight {
  readonly seen: readonly string[]
  readonly wanted: readonly string[]
  readonly bounded: boolean
  /** So many entries may come once more. */
  readonly repeats: number
}

/** lawful: a user stands in the list with each of several roles, and comes as often in pages as in one of all; beyond a window more may. */
function repeatsIn({ name }: ListWindow, { wanted, bounded }: Pick<Sight, 'wanted' | 'bounded'>): number {
  if (name !== 'users') return 0
  return bounded ? Number.POSITIVE_INFINITY : repeatedKeys(wanted)
}

function problemOf({ seen, wanted, bounded, repeats }: Sight): string | undefined {
  const once = new Set(seen)
  const twice = repeatedKeys(seen)
  if (twice > repeats) return `${entryCount(twice)} twice`
  const missing = wanted.filter((key) => !once.has(key)).length
  if (missing > 0) return `${missing} of ${entryCount(wanted.length)} missing`
  const foreign = bounded ? 0 : once.size - new Set(wanted).size
  return foreign > 0 ? `${entryCount(foreign)} that the list does not have` : undefined
}
