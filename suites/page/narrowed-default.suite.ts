import { ListWindow, entryKeys, scenario, type ListQuery } from '#suite'
import { commonCharacter, commonType, commonWord } from './common-words.ts'
import { defaultPage } from './default-page.ts'

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
  'the properties of one type': {
    name: 'properties',
    filters: ({ entries }) => {
      const type = commonType(entries)
      return type === undefined ? [] : [{ type }]
    },
  },
  'the properties with deleted ones among them': { name: 'properties', filters: () => [{ includeDeleted: true }] },
}

for (const [what, { name, filters }] of Object.entries(narrowings))
  scenario(
    `a page of ${what} holds 50 entries by default`,
    { verifies: ['PAGE-04'], causedBy: ['PAGE-17'], serial: true },
    async ({ api, given, session, verify }) => {
      const whole = await given.listWindow(name)
      for (const filter of filters(whole, session.configuration.runId)) {
        const list = await ListWindow.open(api, name, { ...whole.query, ...filter })
        if (new Set(list.keys).size <= 50) continue
        const page = await defaultPage(api, list, () => 50)
        verify('PAGE-04', page).hasStatus(200)
        verify('PAGE-04', page).that({
          claim: `a page of ${what} holds 50 entries by default`,
          holds: entryKeys(page).length === 50,
          expected: `50 of ${list.keys.length} entries`,
          received: `${entryKeys(page).length}`,
        })
        return
      }
      given.untestable({
        reason: 'missing-fixture',
        cause: `no list of ${name} is longer than 50 when it is narrowed down`,
      })
    },
  )
