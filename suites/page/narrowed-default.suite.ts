import { ListWindow, assume, scenario, type ListQuery, type Sources } from '#suite'
import { commonCharacter, commonType, commonWord } from './common-words.ts'
import { defaultPage } from './default-page.ts'

const byDefault = 50

interface Narrowing {
  readonly name: 'products' | 'properties'
  /** Queries that leave much of the list, the likeliest first. */
  readonly filters: (list: ListWindow, runId: string) => readonly ListQuery[]
}

/** Code of its own often reads a list that is searched or filtered, with a default of its own. */
const narrowings: Readonly<Record<string, Narrowing>> = {
  'a search': {
    name: 'products',
    filters: ({ entries }, runId) =>
      [runId, commonWord(entries), commonCharacter(entries)].flatMap((q) => (q === undefined ? [] : [{ q }])),
  },
  'the list of properties of one type': {
    name: 'properties',
    filters: ({ entries }) => {
      const type = commonType(entries)
      return type === undefined ? [] : [{ type }]
    },
  },
  'the list of properties with includeDeleted': { name: 'properties', filters: () => [{ includeDeleted: true }] },
}

for (const [what, narrowing] of Object.entries(narrowings))
  scenario(`${what} returns 50 entries by default`, { verifies: ['PAGE-04'], serial: true }, async (context) => {
    const { api, verify } = context
    const list = await narrowedList(narrowing, context)
    assume(list !== undefined, {
      reason: 'missing-fixture',
      cause: `no filtered list of ${narrowing.name} had more than ${byDefault} entries`,
    })
    const page = await defaultPage(api, list, () => byDefault)
    verify('PAGE-04', page).hasStatus(200)
    verify('PAGE-04', page).isPage({ least: byDefault, most: byDefault })
  })

/** The first list that is longer than a page by default though it is narrowed down; undefined if none is. */
async function narrowedList({ name, filters }: Narrowing, context: Sources): Promise<ListWindow | undefined> {
  const { api, given, session } = context
  const whole = await given.listWindow(name)
  for (const filter of filters(whole, session.configuration.runId)) {
    const list = await ListWindow.open(api, name, { ...whole.query, ...filter })
    if (new Set(list.keys).size > byDefault) return list
  }
  return undefined
}
