import { ListWindow, assume, entryKeys, lists, requestOf, scenario } from '#suite'
import type { Api, Exchange, ListQuery, Sources } from '#suite'
import { needs as publishedNeeds, versionHistory } from '../shared/version-history.ts'
import { commonType, commonWord } from './common-words.ts'
import { thinnedList, thinnedNames, thinnedWindow, type ThinnedName } from './thinned-lists.ts'
import { isDeepStrictEqual } from 'node:util'
import { isWhole, paginateUntilShortPage, type Pagination } from './paginate.ts'

/** A list that is narrowed down, and the rule that is broken if it is paginated otherwise than the whole one. */
interface Narrowed {
  readonly what: string
  readonly rule: 'PAGE-18' | 'VER-14'
  readonly needs: typeof publishedNeeds | readonly 'write'[]
  readonly filteredTo: (sources: Sources) => Promise<Filtered>
}

const ofLists = { rule: 'PAGE-18', needs: [] } as const
const ofVersions = { rule: 'VER-14', needs: publishedNeeds } as const

const narrowed: readonly Narrowed[] = [
  { what: 'GET /products?q=TEXT', ...ofLists, filteredTo: search },
  { what: 'GET /properties?type=TYPE', ...ofLists, filteredTo: (sources) => typed(sources, {}) },
  { what: 'GET /properties?includeDeleted=true', ...ofLists, filteredTo: withDeleted },
  {
    what: 'GET /properties?type=TYPE&includeDeleted=true',
    ...ofLists,
    filteredTo: (sources) => typed(sources, { includeDeleted: true }),
  },
  {
    what: 'GET /items of a product',
    rule: 'PAGE-18',
    needs: ['write'],
    filteredTo: (sources) => ofThisRun('items', sources),
  },
  { what: 'GET /properties?version=N', ...ofVersions, filteredTo: (sources) => asOfVersion(sources, {}) },
  {
    what: 'GET /properties?version=N&type=text',
    ...ofVersions,
    filteredTo: (sources) => asOfVersion(sources, { type: 'text' }),
  },
]

// `filteredList` sends GET of the list with its filter: page by page with half of its entries each (`paginated`), with limit=1 behind the last
// entry (`end`), and with limit=2&offset=1 (`within`).
for (const { what, rule, needs, filteredTo } of narrowed)
  scenario(`${what} is paginated like the whole list`, { verifies: [rule], needs }, async (context) => {
    const { api, verify } = context
    const { due, paginated, end, within } = await filteredList(api, await filteredTo(context))
    verify(rule, paginated.last).isPaginated(paginated, {
      hint: 'lost filters: later pages seem to be read without the filter of the first',
    })
    verify(rule, end).hasStatus(200)
    verify(rule, end).isPage({ most: 0 })
    const hint = 'page offset: OFFSET seems to be rounded to whole pages'
    verify(rule, within).isPage({ first: due.slice(1, 3), most: 2 }, { hint })
  })

for (const name of thinnedNames)
  scenario(
    `a page of ${requestOf(lists[name].endpoint)} is full after entries of the list are deleted`,
    { verifies: ['PAGE-06'], needs: ['write'] },
    async (context) => {
      const { api, verify } = context
      const { left } = await thinnedList(name, context)
      const window = await thinnedWindow(name, context)
      // Where the list cannot be narrowed down to what was made here, others fill its pages.
      assume(
        window.keys.length >= 2 && window.keys.length <= 2 * left,
        `the list of ${name} did not show exactly the remaining entries`,
      )
      // lawful: what was deleted a moment ago may be gone from the list a little later.
      const page = await window.settled(
        api,
        () => window.ask(api, { limit: window.keys.length, offset: 0 }),
        (answer) => entryKeys(answer).length === window.keys.length,
      )
      const due = window.keys.length
      const hint = 'filter after LIMIT: deleted properties seem to be removed after the page is cut'
      verify('PAGE-06', page).isPage({ least: due, most: due }, { hint })
    },
  )

function isReadOnly({ session }: Sources): boolean {
  return session.configuration.mode === 'read-only'
}

async function search(sources: Sources): Promise<Filtered> {
  if (isReadOnly(sources)) return searchOfOthers(sources)
  return ofThisRun('products', sources)
}

async function ofThisRun(name: ThinnedName, sources: Sources): Promise<Filtered> {
  const { filter, left } = await thinnedList(name, sources)
  return { list: await thinnedWindow(name, sources), filter, left }
}

async function searchOfOthers({ given }: Sources): Promise<Filtered> {
  const list = await given.listWindow('products')
  return { list, filter: { q: commonWord(given.entriesOf(list.first)) ?? 'a' } }
}

async function withDeleted(sources: Sources): Promise<Filtered> {
  return { list: await listOfProperties(sources), filter: { includeDeleted: true } }
}

async function asOfVersion(sources: Sources, filter: ListQuery): Promise<Filtered> {
  const { draftItemId, versions } = await versionHistory(sources)
  const list = await sources.session.shared('window of the draft of the published product', async () => {
    const query = await sources.session.dialect.listQuery('listProperties', { itemId: draftItemId })
    return ListWindow.open(sources.api, 'properties', query)
  })
  return { list, filter: { version: versions.at(-1) ?? 1, ...filter } }
}

async function typed(sources: Sources, others: ListQuery): Promise<Filtered> {
  const list = await listOfProperties(sources)
  const type = isReadOnly(sources) ? (commonType(list.entries) ?? 'numeric') : 'numeric'
  return { list, filter: { type, ...others } }
}

function listOfProperties(sources: Sources): Promise<ListWindow> {
  return isReadOnly(sources) ? sources.given.listWindow('properties') : thinnedWindow('properties', sources)
}

interface Filtered {
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
async function filteredList(api: Api, filtered: Filtered): Promise<Seen> {
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
  const paginated = await paginateUntilShortPage(api, list, {
    limit: Math.max(1, Math.ceil(due.length / 2)),
    filter,
    due,
  })
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
