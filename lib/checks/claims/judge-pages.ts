import { isDeepStrictEqual } from 'node:util'
import type { Exchange } from '../../client/exchange.ts'
import { entryKeys, repeatedKeys } from '../../service/records/entry-keys.ts'
import type { Failure, PageClaim, PaginationClaim } from './claim.ts'

/** What is no list has no entries: that is judged on every answer of a list. */
export function judgePage({ least = 0, most, first = [] }: PageClaim, exchange: Exchange): Failure | undefined {
  const shown = entryKeys(exchange)
  if (shown.length < least || shown.length > (most ?? Number.POSITIVE_INFINITY))
    return { expected: { least, most }, received: shown.length }
  const received = shown.slice(0, first.length)
  return isDeepStrictEqual(received, first) ? undefined : { expected: first, received }
}

/** What a reader of the pages has seen twice, has missed, or has seen though the list does not have it. */
export function judgePagination({ due, seen, goesOn, repeats }: Omit<PaginationClaim, 'kind'>): Failure | undefined {
  const once = new Set(seen)
  const twice = repeatedKeys(seen)
  const missing = due.filter((key) => !once.has(key)).length
  const others = goesOn ? 0 : once.size - new Set(due).size
  if (twice <= repeats && missing === 0 && others <= 0) return undefined
  return { expected: due.length, received: { twice, missing, others } }
}
