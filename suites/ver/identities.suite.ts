import { assume, each, inTurn, isRecord, pick, scenario, type Statements, type Sources } from '#suite'
import type { VersionHistory } from '../shared/version-history.ts'
import { sortedIds, type Entry } from '../shared/example-property.ts'
import { cachedVersionList, publishedSubjects } from './published-subjects.ts'
import { readsById } from './reads-by-id.ts'

// `versionHistory` is a product with versions: one that the run changed and published, or an existing one. `cachedVersionList` sends
// GET /properties?item_id&version, once per session.

type StableId = 'draft_property_id' | 'draft_item_id'

/** The ids of the draft that published records may name. Of a product that is there it is not known what its draft has lost since. */
function idsOfDraft(
  history: VersionHistory,
  field: StableId,
  published: readonly Entry[],
): Statements['each']['lawful'] {
  if (field === 'draft_item_id') return [history.draftItemId]
  return history.model ? [...history.draftIds.values()] : { except: [null, ...published.map(({ id }) => id)] }
}

/** The list of each version, with the entries of the versions before it. */
async function listsOfVersions(context: Sources, history: VersionHistory) {
  const lists = await inTurn(history.versions, (version) => cachedVersionList(context, history, { version }))
  return lists.map((list, index) => ({ ...list, earlier: lists.slice(0, index).flatMap(({ entries }) => entries) }))
}

for (const { whose, needs, historyOf } of publishedSubjects) {
  scenario(
    `in ${whose}, a published property has its own id, different from the id of the draft`,
    { verifies: ['VER-07'], needs },
    async (context) => {
      const history = await historyOf(context)
      await each(await listsOfVersions(context, history), async ({ answer, entries }) => {
        context.verify('VER-07', answer).omits([...history.draftIds.keys()], { over: entries })
      })
    },
  )

  scenario(
    `in ${whose}, all versions have different property ids`,
    { verifies: ['VER-08'], needs },
    async (context) => {
      const [, ...later] = await listsOfVersions(context, await historyOf(context))
      await each(later, async ({ answer, entries, earlier }) => {
        context.verify('VER-08', answer).omits(sortedIds(earlier), { over: entries })
      })
    },
  )

  scenario(
    `in ${whose}, every property of a version names the draft in draft_property_id`,
    { verifies: ['VER-09'], needs },
    async (context) => {
      const history = await historyOf(context)
      await each(await listsOfVersions(context, history), async ({ answer, entries }) => {
        const lawful = idsOfDraft(history, 'draft_property_id', entries)
        context.verify('VER-09', answer).eachHas('draft_property_id', lawful, { over: entries })
      })
    },
  )

  scenario(
    `in ${whose}, every property of a version names the draft in draft_item_id`,
    { verifies: ['VER-10'], needs },
    async (context) => {
      const history = await historyOf(context)
      await each(await listsOfVersions(context, history), async ({ answer }) => {
        context.verify('VER-10', answer).eachHas('draft_item_id', [history.draftItemId])
      })
    },
  )

  scenario(
    `in ${whose}, a published item has its own id in each version, different from the id of the draft`,
    { verifies: ['VER-17'], needs },
    async (context) => {
      const history = await historyOf(context)
      const hint = 'shared ids: item_id seems to be copied from the draft'
      await each(await listsOfVersions(context, history), async ({ answer, entries, earlier }) => {
        const except = [history.draftItemId, ...earlier.map((entry) => entry['item_id'])]
        const over = entries.filter((entry) => typeof entry['item_id'] === 'string')
        context.verify('VER-17', answer).eachHas('item_id', { except }, { over, mayBeMissing: true, hint })
      })
    },
  )
}

for (const { whose, needs, historyOf, entriesRead } of publishedSubjects)
  for (const [requirement, field] of [
    ['VER-09', 'draft_property_id'],
    ['VER-10', 'draft_item_id'],
  ] as const)
    scenario(
      `read by id, a published property of ${whose} names its draft in ${field}`,
      { verifies: [requirement], needs },
      async (context) => {
        const history = await historyOf(context)
        const reads = await readsById(context, history, entriesRead)
        const answers = reads.map(({ answer }) => answer).filter(({ status, json }) => status === 200 && isRecord(json))
        const records = answers.map(({ json }) => pick(json, ['id']))
        context.verify(requirement, answers).eachHas(field, idsOfDraft(history, field, records))
      },
    )

scenario(
  'the stable ids of a property are the same in every version',
  { verifies: ['VER-11'], needs: publishedSubjects[0].needs },
  async (context) => {
    const history = await publishedSubjects[0].historyOf(context)
    const [first, second] = history.versions
    assume(first !== undefined && second !== undefined)
    const [one, two] = await Promise.all([inVersion(context, history, first), inVersion(context, history, second)])
    const isKept = one.kept !== undefined && two.kept !== undefined
    const { draft_property_id, draft_item_id } = one.kept ?? {}
    context
      .verify('VER-11', two.answer)
      .shows({ draft_property_id, draft_item_id }, { in: two.kept, where: isKept, beside: [one.answer] })
    context.verify('VER-11', two.answer).that({
      claim: 'properties with the same readable_id share a stable id across versions',
      where: !isKept && sharesAny('readable_id', one.entries, two.entries),
      holds: sharesAny('draft_property_id', one.entries, two.entries),
      expected: 'stable ids that both versions have',
      received: 'none',
    })
  },
)

/** The list of a version, and the property in it that is found again by what does not change: a value of ours. */
async function inVersion(sources: Sources, history: VersionHistory, version: number) {
  const { answer, entries } = await cachedVersionList(sources, history, { version })
  const value = history.model?.published.get(version)?.get('kept')
  return { answer, entries, kept: value === undefined ? undefined : entries.find((entry) => entry['value'] === value) }
}

function sharesAny(field: string, one: readonly Entry[], other: readonly Entry[]): boolean {
  const known = new Set(one.map((entry) => lower(entry[field])))
  known.delete(undefined)
  return other.some((entry) => known.has(lower(entry[field])))
}

function lower(value: unknown): string | undefined {
  return typeof value === 'string' ? value.toLowerCase() : undefined
}
