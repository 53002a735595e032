import { isDeepStrictEqual } from 'node:util'
import { assume, entryKeys, type Api, type Exchange, type ListQuery, type ListWindow } from '#suite'
import { isWhole, paginate, type Pagination } from './paginate.ts'

export interface Filtered {
  /** The list without the filter, or one of things of this run alone. */
  readonly list: ListWindow
  /** What narrows it down. */
  readonly filter: ListQuery
  /** How many entries are there, if the list shows things of this run alone; other than that, the filter makes a difference. */
  readonly left?: number
}

/** Others may come and go in a list that is not of this run. */
const attempts = 3

function nameOf({ list, filter }: Filtered): string {
  return `the list of ${list.name} with ${Object.keys(filter).join(' and ') || 'its parent only'}`
}

/** What the list shows while nobody changes it. Gives up if it is not narrowed down, or another one at each reading. */
export async function filteredList(api: Api, filtered: Filtered): Promise<Seen> {
  const { list, filter, left } = filtered
  let seen = await look(api, list, filter)
  const isNarrow = left === undefined ? !isSame(list.keys, seen.due) : seen.due.length === left
  assume(seen.due.length >= 3 && seen.due.length !== 200 && isNarrow, {
    reason: 'missing-fixture',
    cause: `${nameOf(filtered)} was not filtered`,
  })
  for (let attempt = 1; attempt < attempts && !isAtRest(seen); attempt += 1) seen = await look(api, list, filter)
  assume(isAtRest(seen) || isDeepStrictEqual(seen.due, await wholeOf(api, list, filter)), {
    reason: 'blocked',
    blockedBy: ['PAGE-17'],
    cause: `${nameOf(filtered)} changed between two reads`,
  })
  return seen
}

interface Seen {
  readonly due: readonly string[]
  readonly paginated: Pagination
  /** A whole number of pages from the start: whether an offset is rounded to such is another matter. */
  readonly end: Exchange
  /** A page may be numbered inside: an offset that is not a multiple of the limit shows it. */
  readonly within: Exchange
}

async function look(api: Api, list: ListWindow, filter: ListQuery): Promise<Seen> {
  const due = await wholeOf(api, list, filter)
  const paginated = await paginate(api, list, { limit: Math.max(1, Math.ceil(due.length / 4)), filter, due })
  const end = await list.ask(api, { ...filter, limit: 1, offset: due.length })
  return { due, paginated, end, within: await list.ask(api, { ...filter, limit: 2, offset: 1 }) }
}

async function wholeOf(api: Api, list: ListWindow, filter: ListQuery): Promise<readonly string[]> {
  return entryKeys(await list.ask(api, { ...filter, limit: 200, offset: 0 }))
}

function isAtRest({ due, paginated, end, within }: Seen): boolean {
  const isEmpty = end.status === 200 && entryKeys(end).length === 0
  return isWhole(paginated) && isEmpty && isDeepStrictEqual(entryKeys(within), due.slice(1, 3))
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  const keys = new Set(one)
  return one.length === other.length && other.every((key) => keys.has(key))
}
