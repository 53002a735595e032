import { assume, each, entryOf, scenario, type CheckContext, type Entry, textField } from '#suite'
import { type View, compare, snapshotOf } from './consistency.ts'

// `snapshotOf` reads a product by id and in the views, again until they agree.

/** Each field is stated for products wherever they are shown: a list that shows another one breaks its statement. */
const fields = {
  name: 'PROD-04',
  readable_id: 'PROD-02',
  workspace_id: 'PROD-03',
  description: 'PROD-06',
  part_number: 'PROD-07',
  baseline_version_number: 'PROD-08',
  archived: 'PROD-09',
  status: 'PROD-10',
  excludedStatusIds: 'PROD-12',
  owner: 'PROD-13',
  createdBy: 'PROD-14',
  updatedBy: 'PROD-14',
  createdAt: 'PROD-16',
  updatedAt: 'PROD-16',
} as const

type Rule = (typeof fields)[keyof typeof fields] | 'PROD-01'
const verifies = ['PROD-01', ...new Set(Object.values(fields))] as const

/** What a search for its name finds, wherever it stands among others; whether it finds it is asked elsewhere. */
function searchView(given: CheckContext['given'], workspaceId: string, id: string): View<Rule> {
  return {
    name: 'the list of its workspace',
    differs: 'PROD-01',
    fields,
    look: async (read) => {
      const { exchange } = await given.trySearch(workspaceId, textField(read, 'name', 'PROD-04'))
      return { answer: exchange, record: entryOf(exchange, id) }
    },
  }
}

/** Products that have most to show come first; the others may all look alike. */
const compared = 5
const telling = ['status', 'owner', 'part_number', 'baseline_version_number', 'description'] as const

function mostTelling(entries: readonly Entry[]): readonly Entry[] {
  return entries.toSorted((one, other) => shownBy(other) - shownBy(one)).slice(0, compared)
}

function shownBy(entry: Entry): number {
  return telling.filter((field) => (entry[field] ?? null) !== null).length
}

scenario(
  'an existing product is the same in the list of its workspace and by id',
  { verifies },
  async ({ given, verify }) => {
    const there = mostTelling(await given.existingProducts())
    assume(there.length > 0, {
      reason: 'missing-fixture',
      cause: 'the workspaces had no products but those of this run',
    })
    await each(there, async ({ id, workspace_id: workspaceId }) => {
      assume(typeof id === 'string' && typeof workspaceId === 'string')
      // lawful: somebody changes or deletes it meanwhile, so it is looked at until both agree
      const record = {
        kind: 'product',
        read: () => given.readProduct(id),
        views: [searchView(given, workspaceId, id)],
      } as const
      compare(verify, await snapshotOf(given, record))
    })
  },
)
