import { ListWindow, assume, entryKeys, isRecord, scenario, type CheckContext, type ListQuery } from '#suite'
import { needs as publishedNeeds, publishedStory } from '../subjects/published-story.ts'
import { commonType, commonWord } from './common-words.ts'
import { judgeFiltered, type Filtered } from './judge-filtered.ts'
import { thinnedList, type ThinnedName } from './thinned-lists.ts'

type Sources = Pick<CheckContext, 'api' | 'given' | 'session'>

const causedBy = ['PAGE-05', 'PAGE-06', 'PAGE-15', 'PAGE-16', 'PAGE-17'] as const

const filtered: Readonly<Record<string, (sources: Sources) => Promise<Filtered>>> = {
  'a search': async (sources) => {
    if (isReadOnly(sources)) return searchOfOthers(sources)
    return { name: 'products', ...(await thinnedList('products', sources)) }
  },
  'a list filtered by type': (sources) => typed(sources, {}),
  'a list with deleted properties in it': async (sources) => ({
    name: 'properties',
    query: await queryOfProperties(sources),
    filter: { includeDeleted: true },
  }),
  'a list filtered by type with deleted properties in it': (sources) => typed(sources, { includeDeleted: true }),
}

for (const [what, prepare] of Object.entries(filtered))
  scenario(
    `${what} is paginated like the whole list`,
    { verifies: ['PAGE-14', 'PAGE-18'], causedBy },
    async (context) => judgeFiltered('PAGE-18', context, await prepare(context)),
  )

scenario(
  'the items of a product are paginated like the whole list of them',
  { verifies: ['PAGE-14', 'PAGE-18'], needs: ['write'], causedBy },
  async (context) => judgeFiltered('PAGE-18', context, { name: 'items', ...(await thinnedList('items', context)) }),
)

const filtersOfVersions: ReadonlyArray<readonly [string, ListQuery]> = [
  ['', {}],
  [' of one type', { type: 'text' }],
]

for (const [which, filter] of filtersOfVersions)
  scenario(
    `a list as of a version${which} is paginated like the whole list`,
    { verifies: ['PAGE-14', 'VER-14'], needs: publishedNeeds, causedBy: [...causedBy, 'PAGE-18'] },
    async (context) => {
      const { draftItemId, versions } = await publishedStory(context)
      const query = await context.session.dialect.listQuery('listProperties', { itemId: draftItemId })
      const version = versions.at(-1) ?? 1
      return judgeFiltered('VER-14', context, { name: 'properties', query, filter: { version, ...filter } })
    },
  )

for (const name of ['products', 'items', 'properties'] as const satisfies readonly ThinnedName[])
  scenario(
    `a page of the list of ${name} is full, whatever was deleted from among its entries`,
    { verifies: ['PAGE-06'], needs: ['write'], causedBy: ['PAGE-05', 'PAGE-17', 'PROD-53', 'ITEM-07', 'PROP-23'] },
    async (context) => {
      const { api, verify } = context
      const { query, filter, left } = await thinnedList(name, context)
      const window = await ListWindow.open(api, name, { ...query, ...filter })
      // Where the list cannot be narrowed down to what was made here, others fill its pages.
      assume(window.keys.length >= 2 && window.keys.length <= 2 * left, `a list of ${name} that shows what is left`)
      // lawful: what was deleted a moment ago may be gone from the list a little later.
      const page = await window.settled(
        api,
        () => window.ask(api, { limit: window.keys.length, offset: 0 }),
        (answer) => entryKeys(answer).length === window.keys.length,
      )
      verify('PAGE-06', page).that({
        claim: `a page of the list of ${name} holds as many entries as limit says, while there are so many`,
        holds: entryKeys(page).length === window.keys.length,
        expected: `${window.keys.length} entries, for there are so many`,
        received: `${entryKeys(page).length} entries`,
        hint: 'deleted properties may be removed after the page is cut',
      })
    },
  )

function isReadOnly({ session }: Sources): boolean {
  return session.configuration.mode === 'read-only'
}

async function searchOfOthers({ api, given }: Sources): Promise<Filtered> {
  const query = await given.listQuery('products')
  const entries = given.entriesOf(await api.send('listProducts', { query: { ...query, limit: 200 } }))
  return { name: 'products', query, filter: { q: commonWord(entries) ?? 'a' } }
}

async function typed(sources: Sources, others: ListQuery): Promise<Filtered> {
  const query = await queryOfProperties(sources)
  const type = isReadOnly(sources) ? await typeOfAProperty(sources, query) : 'numeric'
  return { name: 'properties', query, filter: { type, ...others } }
}

async function queryOfProperties(sources: Sources): Promise<ListQuery> {
  if (isReadOnly(sources)) return sources.given.listQuery('properties')
  return (await thinnedList('properties', sources)).query
}

async function typeOfAProperty({ api }: Sources, query: ListQuery): Promise<string> {
  const page = await api.send('listProperties', { query: { ...query, limit: 200 } })
  const items = isRecord(page.json) && entryKeys(page).length > 0 ? page.json['items'] : []
  return commonType(Array.isArray(items) ? items : []) ?? 'numeric'
}
