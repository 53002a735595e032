import fc from 'fast-check'
import { assume, each, entryKeys, forAll, listNames, lists, repeatedKeys, requestOf, scenario } from '#suite'
import type { CheckContext, Exchange, ListName, ListWindow, Sources } from '#suite'
import { ifPossible } from '../shared/obstacle.ts'
import { pageWithoutLimit } from './page-without-limit.ts'
import { readSlice, type Asking, type Slice } from './read-slice.ts'
import { isWhole, paginateUntilShortPage, type Pagination } from './paginate.ts'
import { entryCount } from '../shared/counted.ts'

// `given.listWindow(name)` has read the beginning of a list, `window.keys` are its entries, and `window.ask` sends the GET of the list.
// `window.settled` repeats a read that disagrees with the window, after reading the window again, as long as others change the list.

/** The request of a list, as titles name it. */
const get = (name: ListName): string => requestOf(lists[name].endpoint)
/** Pages are compared with each other: nothing of ours may come or go meanwhile. */
const serial = true
/** Limits at the bounds and around the default, and offsets that no page of that length begins at. */
const slices: readonly Slice[] = [
  ...[1, 50, 51, 199, 200].map((limit) => ({ limit, offset: 0 })),
  { limit: 2, offset: 3 },
]

for (const name of listNames) {
  const slicesOf = async ({ api, given, session }: Sources) => {
    const window = await given.listWindow(name)
    const asked = [...slices.filter((slice) => mayFindMistakes(slice, window)), ...atTheEnd(window)]
    return asked.map(({ limit, offset }) => ({
      limit,
      isInside: offset < window.keys.length,
      ask: () =>
        session.shared(`GET of ${name} with limit=${limit} and offset=${offset}`, () =>
          readSlice({ api, window }, { limit, offset }),
        ),
    }))
  }

  scenario(`${get(name)} accepts limits from 1 to 200`, { verifies: ['PAGE-05'], serial }, async (context) =>
    each(await slicesOf(context), async ({ ask }) => {
      context.verify('PAGE-05', (await ask()).answered).hasStatus(200)
    }),
  )

  scenario(`a page of ${get(name)} has limit entries at most`, { verifies: ['PAGE-06'], serial }, async (context) =>
    each(await slicesOf(context), async ({ limit, ask }) => {
      const { page, due, isPlaced } = await ask()
      assume(page.status === 200)
      context.verify('PAGE-06', page).isPage({ most: limit })
      context.verify('PAGE-06', page).isPage({ least: due.length }, { where: isPlaced })
    }),
  )

  scenario(`a page of ${get(name)} starts at the offset`, { verifies: ['PAGE-15'], serial }, async (context) =>
    each(await slicesOf(context), async ({ isInside, ask }) => {
      const { page, answered, first } = await ask()
      context.given.requireSuccess(answered, 'PAGE-05')
      // From the end on it is the end that is judged, elsewhere.
      assume(page.status === 200 || isInside)
      context.verify('PAGE-15', page).hasStatus(200)
      context.verify('PAGE-15', page).isPage({ first })
    }),
  )
}

/** In a list that ends before the default limit, all limits from there on show the same: the documented ones are enough. */
function mayFindMistakes({ limit }: Slice, { complete, keys }: ListWindow): boolean {
  return !complete || keys.length >= 49 || ![50, 51, 199].includes(limit)
}

/** Pages that end where the list does, or would end behind it. */
function atTheEnd({ complete, keys }: ListWindow): readonly Slice[] {
  if (!complete || keys.length < 4) return []
  return [2, 3].map((limit) => ({ limit, offset: keys.length - 2 }))
}

interface AnySlice {
  readonly name: ListName
  readonly limit: number
  /** Where the page starts, as a share of the list. */
  readonly share: number
}

forAll(
  'any limit and offset select a slice of any list',
  { verifies: ['PAGE-05', 'PAGE-06', 'PAGE-15'], serial, cost: 'costly' },
  async ({ api, given, verify }) => ({
    inputs: fc.record({
      name: fc.constantFrom(...listNames),
      limit: fc.integer({ min: 1, max: 200 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    holds: async ({ name, limit, share }: AnySlice) => {
      const window = await given.listWindow(name)
      const slice = { limit, offset: Math.round(share * (window.keys.length + 1)) }
      const { page, answered, due, first } = await readSlice({ api, window }, slice)
      verify('PAGE-05', answered).hasStatus(200)
      // From the end on it is the end that is judged, elsewhere.
      assume(page.status === 200 || slice.offset < window.keys.length)
      verify('PAGE-15', page).hasStatus(200)
      verify('PAGE-06', page).isPage({ most: slice.limit })
      verify('PAGE-15', page).isPage({ first })
      verify('PAGE-06', page).isPage({ least: due.length })
    },
  }),
)

// GET of the list with limit=N and offset=0, N, 2N, … until a page has fewer than N entries, so that the list takes 1 or 3 pages.
for (const name of listNames)
  scenario(
    `paginating ${get(name)} by limit shows each entry once`,
    { verifies: ['PAGE-16'], serial },
    async ({ api, given, verify }) => {
      const window = await given.listWindow(name)
      assume(window.keys.length > 0, emptyList(name))
      await each([1, 3], async (pages) => {
        const limit = Math.min(200, Math.ceil(window.keys.length / pages))
        const steps = await paginateSettled({ api, window }, limit)
        // lawful: a user stands in the list once for each role (`steps.repeats`)
        verify('PAGE-16', steps.last).isPaginated(steps)
      })
    },
  )

/** All pages by `limit`, once the list is the one that the window shows. */
function paginateSettled({ api, window }: Asking, limit: number): Promise<Pagination> {
  return window.settled(
    api,
    // A list that others have emptied meanwhile is paginated in steps of one: a step of none would never end.
    () => paginateUntilShortPage(api, window, { limit: Math.max(1, limit) }),
    isWhole,
  )
}

interface AnyWalk {
  readonly name: ListName
  readonly pages: number
}

forAll(
  'paginating any list by any limit shows each entry once',
  { verifies: ['PAGE-16'], serial, cost: 'batch' },
  async ({ api, given, verify }) => ({
    inputs: fc.record({ name: fc.constantFrom(...listNames), pages: fc.double({ min: 1, max: 6, noNaN: true }) }),
    holds: async ({ name, pages }: AnyWalk) => {
      const window = await given.listWindow(name)
      assume(window.keys.length > 0)
      const limit = Math.min(200, Math.ceil(window.keys.length / pages))
      const steps = await paginateSettled({ api, window }, limit)
      verify('PAGE-16', steps.last).isPaginated(steps)
    },
  }),
)

/** In a list with entries that stand there twice no page is what is due. lawful: users with a row for each role, which are counted */
function requireDistinct(name: ListName, keys: readonly string[]): void {
  assume(name === 'users' || repeatedKeys(keys) === 0, {
    reason: 'blocked',
    blockedBy: ['PAGE-16'],
    cause: `the list of ${name} showed an entry twice`,
  })
}

for (const name of listNames)
  scenario(
    `${get(name)} without a limit returns 50 entries`,
    { verifies: ['PAGE-04'], serial },
    async ({ api, given, verify }) => {
      const window = await given.listWindow(name)
      requireDistinct(name, window.keys)
      const due = (): number => Math.min(50, window.keys.length - repeatedKeys(window.keys))
      const page = await pageWithoutLimit(api, window, due)
      given.requireSuccess(page, lists[name].answeredBy)
      const received = entryKeys(page).length
      // In a shorter list every default from its length on looks alike.
      assume(received !== due() || window.keys.length > 50, shortList(name, window.keys.length))
      verify('PAGE-04', page).isPage({ least: due(), most: due() })
    },
  )

for (const name of listNames)
  scenario(
    `${get(name)}?limit=5 starts at the first entry`,
    { verifies: ['PAGE-11'], serial },
    async ({ api, given, verify }) => {
      const window = await given.listWindow(name)
      assume(window.keys.length > 0, emptyList(name))
      const page = await window.settled(
        api,
        () => window.ask(api, { limit: 5 }),
        (answer) => entryKeys(answer)[0] === window.keys[0],
      )
      given.requireSuccess(page, lists[name].answeredBy)
      verify('PAGE-11', page).isPage({ first: window.keys.slice(0, 1) }, { beside: [window.first] })
    },
  )

for (const name of listNames)
  scenario(`${get(name)}?offset=0 is accepted`, { verifies: ['PAGE-15'], serial }, async (context) =>
    context.verify('PAGE-15', await firstPageOf(name, context)).hasStatus(200),
  )

/** What an offset of 0 is answered with: the page that the list was read from, or a rejection of what is accepted without an offset. */
async function firstPageOf(name: ListName, { api, given }: Pick<CheckContext, 'api' | 'given'>): Promise<Exchange> {
  const window = await ifPossible(given.listWindow(name))
  if (window) return window.first
  const query = { ...(await given.listQuery(name)), limit: 5 }
  const { endpoint, answeredBy } = lists[name]
  given.requireSuccess(await api.send(endpoint, { query }), answeredBy)
  return api.send(endpoint, { query: { ...query, offset: 0 } })
}

for (const name of listNames)
  scenario(
    `${get(name)}?offset=1 skips the first entry and keeps the default limit`,
    { verifies: ['PAGE-04', 'PAGE-15'], serial },
    async ({ api, given, verify }) => {
      const window = await given.listWindow(name)
      assume(window.keys.length >= 2, shortList(name, window.keys.length, 1))
      requireDistinct(name, window.keys)
      const page = await window.settled(
        api,
        () => window.ask(api, { offset: 1 }),
        (answer) => entryKeys(answer)[0] === window.keys[1],
      )
      given.requireSuccess(page, lists[name].answeredBy)
      verify('PAGE-15', page).isPage({ first: window.keys.slice(1, 2) }, { beside: [window.first] })
      verify('PAGE-04', page).isPage({ most: 50 })
    },
  )

for (const name of listNames)
  scenario(
    `${get(name)} with an offset at or past the end returns an empty page`,
    { verifies: ['PAGE-14'], serial },
    async ({ api, given, verify }) => {
      const window = await given.listWindow(name)
      await each(stepsPastTheEnd(window), async (step) => {
        const page = await window.settled(
          api,
          () => window.ask(api, { limit: 10, offset: offsetPastTheEnd(window, step) }),
          (answer) => answer.status === 200 && entryKeys(answer).length === 0,
        )
        // lawful: how far a very long list can be read is not shown.
        assume(window.complete || page.status !== 422)
        verify('PAGE-14', page).hasStatus(200)
        verify('PAGE-14', page).isPage({ most: 0 })
      })
    },
  )

function stepsPastTheEnd({ complete }: ListWindow): readonly number[] {
  return complete ? [0, 100_000] : [0]
}

/** As the list is now: it may have become too long to be read to its end. The end of such a list comes somewhere before any of these. */
function offsetPastTheEnd({ complete, keys }: ListWindow, step: number): number {
  return complete ? keys.length + step : 1_000_000_000 + step
}

function emptyList(name: ListName) {
  return { reason: 'missing-fixture', cause: `the list of ${name} was empty` } as const
}

/** Neither a client nor this suite can add users and workspaces: an organization with few of them is complete. */
function shortList(name: ListName, length: number, fewest = 50) {
  return {
    reason: name === 'users' || name === 'workspaces' ? 'capability-absent' : 'missing-fixture',
    cause: `the list of ${name} had ${entryCount(length)}; more than ${fewest} are needed`,
  } as const
}
