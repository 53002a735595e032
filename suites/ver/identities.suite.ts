import { assume, each, fieldOf, inTurn, isRecord, pick, sameFields, scenario, show, type Claim } from '#suite'
import type { PublishedStory, Sources } from '../subjects/published-story.ts'
import { sortedIds, type Entry } from '../subjects/specimens.ts'
import { listOfVersion, publishedSubjects } from './published-subjects.ts'
import { readsById } from './reads-by-id.ts'

function lower(value: unknown): string | undefined {
  return typeof value === 'string' ? value.toLowerCase() : undefined
}

/** A version of a published product, and its list. */
interface OneVersion {
  readonly story: PublishedStory
  readonly entries: readonly Entry[]
  /** The lists of the versions before it. */
  readonly earlier: ReadonlyArray<readonly Entry[]>
}

interface IdentityRule {
  readonly requirement: 'VER-07' | 'VER-08' | 'VER-09' | 'VER-10' | 'VER-17'
  readonly title: string
  readonly causedBy: ReadonlyArray<'VER-02' | 'VER-06' | 'VER-07' | 'VER-10' | 'VER-12' | 'PROP-04' | 'PROP-30'>
  readonly claim: (version: OneVersion) => Claim
}

type StableId = 'draft_property_id' | 'draft_item_id'

/** Whether a published record names what it came from. */
function namesTheDraft(story: PublishedStory, field: StableId, entry: Entry): boolean {
  const id = lower(entry[field])
  if (field === 'draft_item_id') return id === story.draftItemId.toLowerCase()
  // Of a product that is there it is not known what its draft has lost since.
  return id !== undefined && (story.model ? story.draftIds.has(id) : id !== lower(entry['id']))
}

/** The ids of the draft, where they are known. */
function idsOfDraft(story: PublishedStory, field: StableId): readonly string[] {
  if (field === 'draft_item_id') return [story.draftItemId]
  return story.model ? [...story.draftIds.values()] : []
}

interface NamedDraft {
  readonly field: StableId
  /** What stands there, where it is no id of the draft. */
  readonly shown: unknown
}

/** How a script tells it. Where no id of the draft is known, what is shown is the property's own. */
function namesOneOf(lawful: readonly string[], { field, shown }: NamedDraft): NonNullable<Claim['criterion']> {
  if (lawful.length > 0) return { kind: 'each', field, lawful }
  if (shown === undefined || shown === null) return { kind: 'field', name: field, shown: true, isFilled: true }
  return { kind: 'each', field, lawful: { except: [typeof shown === 'string' ? shown : show(shown)] } }
}

function nameOfDraft(story: PublishedStory, field: StableId): string {
  return field === 'draft_item_id' ? story.draftItemId : 'the id of a property of the draft'
}

function allNameTheDraft(field: StableId) {
  return ({ story, entries }: OneVersion): Claim => {
    const wrong = entries.filter((entry) => !namesTheDraft(story, field, entry))
    const lawful = idsOfDraft(story, field)
    return {
      over: entries,
      claim: `every entry of a version names the draft in ${field}`,
      holds: wrong.length === 0,
      expected: nameOfDraft(story, field),
      received: `${wrong.length} of ${entries.length} do not: ${String(wrong[0]?.[field])}`,
      ...(lawful.length > 0 && { criterion: { kind: 'each', field, lawful } }),
    }
  }
}

const identityRules: readonly IdentityRule[] = [
  {
    requirement: 'VER-07',
    title: 'a published property has an id of its own, different from that of the draft',
    causedBy: ['VER-02', 'VER-12'],
    claim: ({ story, entries }) => {
      const same = sortedIds(entries).filter((id) => story.draftIds.has(id))
      return {
        over: entries,
        claim: 'no id of a version is an id of the draft',
        holds: same.length === 0,
        expected: 'ids of its own',
        received: `${same.length} of ${entries.length} ids are the draft's`,
        criterion: { kind: 'disjoint' },
      }
    },
  },
  {
    requirement: 'VER-08',
    title: 'no two versions share an id of a property',
    causedBy: ['VER-02', 'VER-06', 'VER-07', 'VER-12'],
    claim: ({ entries, earlier }) => {
      const seen = new Set(earlier.flatMap(sortedIds))
      return {
        over: entries.length === 0 ? [] : seen,
        claim: 'no id of a version is an id of another version',
        holds: sortedIds(entries).every((id) => !seen.has(id)),
        expected: 'ids that no other version has',
        received: 'an id of an earlier version',
        criterion: { kind: 'disjoint' },
      }
    },
  },
  {
    requirement: 'VER-09',
    title: 'every entry of a version names the draft in draft_property_id',
    causedBy: ['VER-02', 'VER-07', 'VER-12', 'PROP-30'],
    claim: allNameTheDraft('draft_property_id'),
  },
  {
    requirement: 'VER-10',
    title: 'every entry of a version names the draft in draft_item_id',
    causedBy: ['VER-02', 'VER-12', 'PROP-30'],
    claim: allNameTheDraft('draft_item_id'),
  },
  {
    requirement: 'VER-17',
    title: 'a published item has an id of its own, different from that of the draft and in each version',
    causedBy: ['VER-02', 'VER-06', 'VER-10', 'PROP-04'],
    claim: ({ story, entries, earlier }) => {
      const others = new Set([story.draftItemId.toLowerCase(), ...earlier.flat().map(itemIdOf)])
      const ids = entries.map(itemIdOf).filter((id) => id !== undefined)
      const shared = ids.filter((id) => others.has(id))
      return {
        over: ids,
        claim: 'the item of a published property is none of the draft and of no other version',
        holds: shared.length === 0,
        expected: 'an id of its own',
        received: show(shared[0]),
        ...(shared[0] !== undefined && {
          criterion: {
            kind: 'each',
            field: 'item_id',
            lawful: { except: [...others].filter((id) => id !== undefined) },
          },
        }),
        hint: 'item_id may be that of the draft',
      }
    },
  },
]

function itemIdOf(entry: Entry): string | undefined {
  return lower(entry['item_id'])
}

for (const { whose, needs, storyOf } of publishedSubjects)
  for (const { requirement, title, causedBy, claim } of identityRules)
    scenario(`${title}, of ${whose}`, { verifies: [requirement], needs, causedBy }, async (context) => {
      const story = await storyOf(context)
      const lists = await inTurn(story.versions, (version) => listOfVersion(context, story, { version }))
      await each(lists, async ({ answer, entries }, index) => {
        const earlier = lists.slice(0, index).map((list) => list.entries)
        context.verify(requirement, answer).that(claim({ story, entries, earlier }))
      })
    })

for (const { whose, needs, storyOf, entriesRead } of publishedSubjects)
  for (const [requirement, field] of [
    ['VER-09', 'draft_property_id'],
    ['VER-10', 'draft_item_id'],
  ] as const)
    scenario(
      `a published property of ${whose} by id names the draft in ${field}`,
      { verifies: [requirement], needs, causedBy: ['VER-02', 'VER-07', 'VER-12', 'VER-13', 'PROP-30'] },
      async (context) => {
        const story = await storyOf(context)
        const answers = (await readsById(context, story, entriesRead)).map(({ answer }) => answer)
        context.verify(requirement, answers).that((answer) => ({
          claim: `a published property by id names the draft in ${field}`,
          where: answer.status === 200 && isRecord(answer.json),
          holds: namesTheDraft(story, field, pick(answer.json, ['id', field])),
          expected: nameOfDraft(story, field),
          received: String(fieldOf(answer, field)),
          criterion: namesOneOf(idsOfDraft(story, field), { field, shown: fieldOf(answer, field) }),
        }))
      },
    )

scenario(
  'the stable ids of a property are the same in every version',
  { verifies: ['VER-11'], needs: publishedSubjects[0].needs, causedBy: ['VER-02'] },
  async (context) => {
    const story = await publishedSubjects[0].storyOf(context)
    const [first, second] = story.versions
    assume(first !== undefined && second !== undefined)
    const [one, two] = await Promise.all([inVersion(context, story, first), inVersion(context, story, second)])
    const isKept = one.kept !== undefined && two.kept !== undefined
    context.verify('VER-11', two.answer).equals({
      claim: 'a property that did not change has the same stable ids in both versions',
      where: isKept,
      expected: stableIdsOf(one.kept),
      received: stableIdsOf(two.kept),
      criterion: sameFields({ expected: one.kept, received: two.kept }, stableIds),
    })
    context.verify('VER-11', two.answer).that({
      claim: 'properties of the same readable_id share a stable id across versions',
      where: !isKept && sharesAny('readable_id', one.entries, two.entries),
      holds: sharesAny('draft_property_id', one.entries, two.entries),
      expected: 'stable ids that both versions have',
      received: 'none',
    })
  },
)

const stableIds = ['draft_property_id', 'draft_item_id'] as const

function stableIdsOf(entry: Entry | undefined): Entry {
  return Object.fromEntries(stableIds.map((field) => [field, lower(entry?.[field])]))
}

/** The list of a version, and the property in it that is found again by what does not change: a value of ours. */
async function inVersion(sources: Sources, story: PublishedStory, version: number) {
  const { answer, entries } = await listOfVersion(sources, story, { version })
  const value = story.model?.published.get(version)?.get('kept')
  return { answer, entries, kept: value === undefined ? undefined : entries.find((entry) => entry['value'] === value) }
}

function sharesAny(field: string, one: readonly Entry[], other: readonly Entry[]): boolean {
  const known = new Set(one.map((entry) => lower(entry[field])))
  known.delete(undefined)
  return other.some((entry) => known.has(lower(entry[field])))
}
