import { ListWindow, assume, scenario, type Api, type ListQuery } from '#suite'
import { commonCharacter, commonType, commonWord } from './common-words.ts'
import { pageWithoutLimit } from './page-without-limit.ts'

const byDefault = 50

interface Narrowing {
  readonly name: 'products' | 'properties'
  /** Queries that leave much of the list, the likeliest first. */
  readonly filters: (list: ListWindow, runId: string) => readonly ListQuery[]
}

/** Code of its own often reads a list that is searched or filtered, with a default of its own. */
const narrowings: Readonly<Record<string, Narrowing>> = {
  'GET /products?q=TEXT': {
    name: 'products',
    filters: ({ entries }, runId) =>
      [runId, commonWord(entries), commonCharacter(entries)].flatMap((q) => (q === undefined ? [] : [{ q }])),
  },
  'GET /properties?type=TYPE': {
    name: 'properties',
    filters: ({ entries }) => {
      const type = commonType(entries)
      return type === undefined ? [] : [{ type }]
    },
  },
  'GET /properties?includeDeleted=true': { name: 'properties', filters: () => [{ includeDeleted: true }] },
}

for (const [what, { name, filters }] of Object.entries(narrowings))
  scenario(
    `${what} without a limit returns 50 entries`,
    { verifies: ['PAGE-04'], serial: true },
    async ({ api, given, session, verify }) => {
      const whole = await given.listWindow(name)
      const list = await firstLongList(api, whole, filters(whole, session.configuration.runId))
      assume(list !== undefined, {
        reason: 'missing-fixture',
        cause: `no filtered list of ${name} had more than ${byDefault} entries`,
      })
      const page = await pageWithoutLimit(api, list, () => byDefault)
      verify('PAGE-04', page).hasStatus(200)
      verify('PAGE-04', page).isPage({ least: byDefault, most: byDefault })
    },
  )

/** The first filtered list with more entries than a default page; undefined if there is none. */
async function firstLongList(
  api: Api,
  { name, query }: ListWindow,
  filters: readonly ListQuery[],
): Promise<ListWindow | undefined> {
  for (const filter of filters) {
    const list = await ListWindow.open(api, name, { ...query, ...filter })
    if (new Set(list.keys).size > byDefault) return list
  }
  return undefined
}
