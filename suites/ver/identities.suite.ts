import { assume, each, inTurn, isRecord, pick, scenario, type Claims, type Statements, type Sources } from '#suite'
import type { VersionHistory } from '../shared/version-history.ts'
import { sortedIds, type Entry } from '../shared/example-property.ts'
import { listOfVersion, publishedSubjects } from './published-subjects.ts'
import { readsById } from './reads-by-id.ts'

// `versionHistory` is a product with versions: one that the run changed and published, or an existing one. Its list is read with `version`.

/** A version of a published product, and its list. */
interface OneVersion {
  readonly history: VersionHistory
  readonly entries: readonly Entry[]
  /** The lists of the versions before it. */
  readonly earlier: ReadonlyArray<readonly Entry[]>
}

interface IdentityRule {
  readonly requirement: 'VER-07' | 'VER-08' | 'VER-09' | 'VER-10' | 'VER-17'
  readonly title: string
  readonly claim: (list: Claims, version: OneVersion) => void
}

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

const identityRules: readonly IdentityRule[] = [
  {
    requirement: 'VER-07',
    title: 'a published property has its own id, different from the id of the draft',
    claim: (list, { history, entries }) => list.omits([...history.draftIds.keys()], { over: entries }),
  },
  {
    requirement: 'VER-08',
    title: 'all versions have different property ids',
    claim: (list, { entries, earlier }) => {
      const ids = earlier.flatMap(sortedIds)
      list.omits(ids, { over: ids.length === 0 ? [] : entries })
    },
  },
  {
    requirement: 'VER-09',
    title: 'every property of a version names the draft in draft_property_id',
    claim: (list, { history, entries }) =>
      list.eachHas('draft_property_id', idsOfDraft(history, 'draft_property_id', entries), { over: entries }),
  },
  {
    requirement: 'VER-10',
    title: 'every property of a version names the draft in draft_item_id',
    claim: (list, { history }) => list.eachHas('draft_item_id', [history.draftItemId]),
  },
  {
    requirement: 'VER-17',
    title: 'a published item has its own id in each version, different from the id of the draft',
    claim: (list, { history, entries, earlier }) => {
      const except = [history.draftItemId, ...earlier.flat().map((entry) => entry['item_id'])]
      const over = entries.filter((entry) => typeof entry['item_id'] === 'string')
      list.eachHas(
        'item_id',
        { except },
        { over, mayBeMissing: true, hint: 'shared ids: item_id may be copied from the draft' },
      )
    },
  },
]

for (const { whose, needs, historyOf } of publishedSubjects)
  for (const { requirement, title, claim } of identityRules)
    scenario(`in ${whose}, ${title}`, { verifies: [requirement], needs }, async (context) => {
      const history = await historyOf(context)
      const lists = await inTurn(history.versions, (version) => listOfVersion(context, history, { version }))
      await each(lists, async ({ answer, entries }, index) => {
        const earlier = lists.slice(0, index).map((list) => list.entries)
        claim(context.verify(requirement, answer), { history, entries, earlier })
      })
    })

for (const { whose, needs, historyOf, entriesRead } of publishedSubjects)
  for (const [requirement, field] of [
    ['VER-09', 'draft_property_id'],
    ['VER-10', 'draft_item_id'],
  ] as const)
    scenario(
      `a published property of ${whose} by id names the draft in ${field}`,
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
  const { answer, entries } = await listOfVersion(sources, history, { version })
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
