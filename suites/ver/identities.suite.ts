import { isRecord, scenario } from '#suite'
import { sortedIds, type Entry } from '../subjects/specimens.ts'
import { needs, publishedStory, versionedList, type PublishedStory, type Sources } from '../subjects/published-story.ts'

async function entriesAsOf(sources: Sources, story: PublishedStory, version: number) {
  const answer = sources.given.requireSuccess(await versionedList(sources, { story, version }), 'VER-02')
  return { answer, entries: sources.given.entriesOf(answer) }
}

const lower = (value: unknown): string | undefined => (typeof value === 'string' ? value.toLowerCase() : undefined)

scenario(
  "a published property has an id of its own, different from the draft's",
  { verifies: ['VER-07'], needs, causedBy: ['VER-02', 'VER-12'] },
  async (context) => {
    const story = await publishedStory(context)
    for (const version of story.versions) {
      const { answer, entries } = await entriesAsOf(context, story, version)
      const same = sortedIds(entries).filter((id) => story.draftIds.has(id))
      context.verify('VER-07', answer).that({
        claim: 'no id of a version is an id of the draft',
        holds: same.length === 0,
        expected: 'ids of its own',
        received: `${same.length} of ${entries.length} ids are the draft's`,
      })
    }
  },
)

scenario(
  'no two versions share an id',
  { verifies: ['VER-08'], needs, causedBy: ['VER-02', 'VER-07', 'VER-12'] },
  async (context) => {
    const story = await publishedStory(context)
    const seen = new Set<string>()
    for (const version of story.versions) {
      const { answer, entries } = await entriesAsOf(context, story, version)
      if (seen.size > 0)
        context.verify('VER-08', answer).that({
          claim: 'no id of a version is an id of another version',
          holds: sortedIds(entries).every((id) => !seen.has(id)),
          expected: 'ids that no other version has',
          received: 'an id of an earlier version',
        })
      for (const id of sortedIds(entries)) seen.add(id)
    }
  },
)

type StableId = 'draft_property_id' | 'draft_item_id'

/** Whether a published record names what it came from. */
function namesTheDraft(story: PublishedStory, field: StableId, entry: Entry): boolean {
  const id = lower(entry[field])
  if (field === 'draft_item_id') return id === story.draftItemId.toLowerCase()
  // Of a declared product it is not known what its draft has lost since.
  return id !== undefined && (story.model ? story.draftIds.has(id) : id !== lower(entry['id']))
}

for (const [requirement, field] of [
  ['VER-09', 'draft_property_id'],
  ['VER-10', 'draft_item_id'],
] as const) {
  scenario(
    `every entry of a version names the draft in ${field}`,
    { verifies: [requirement], needs, causedBy: ['VER-02', 'VER-12', 'PROP-30'] },
    async (context) => {
      const story = await publishedStory(context)
      for (const version of story.versions) {
        const { answer, entries } = await entriesAsOf(context, story, version)
        const wrong = entries.filter((entry) => !namesTheDraft(story, field, entry))
        context.verify(requirement, answer).that({
          claim: `every entry of a version names the draft in ${field}`,
          holds: wrong.length === 0,
          expected: field === 'draft_item_id' ? story.draftItemId : 'the id of a property of the draft',
          received: `${wrong.length} of ${entries.length} do not: ${String(wrong[0]?.[field])}`,
        })
      }
    },
  )

  scenario(
    `a published property by id names the draft in ${field}`,
    { verifies: [requirement], needs, causedBy: ['VER-02', 'VER-12', 'VER-13', 'PROP-30'] },
    async (context) => {
      const { api, verify } = context
      const story = await publishedStory(context)
      for (const version of story.versions) {
        const { entries } = await entriesAsOf(context, story, version)
        const [entry] = entries
        const ids = [entry?.['id'], entry?.['draft_property_id']].filter((id) => typeof id === 'string')
        for (const property_id of ids) {
          const read = await api.send('getProperty', { path: { property_id }, query: { version } })
          if (read.status !== 200 || !isRecord(read.json)) continue
          verify(requirement, read).that({
            claim: `a published property by id names the draft in ${field}`,
            holds: namesTheDraft(story, field, read.json),
            expected: field === 'draft_item_id' ? story.draftItemId : 'the id of a property of the draft',
            received: String(read.json[field]),
          })
        }
      }
    },
  )
}

scenario(
  'the stable ids of a property are the same in every version',
  { verifies: ['VER-11'], needs, causedBy: ['VER-02'] },
  async (context) => {
    const story = await publishedStory(context)
    const [first, second] = story.versions
    if (first === undefined || second === undefined) return
    const stable = async (version: number) => {
      const { answer, entries } = await entriesAsOf(context, story, version)
      // Found again by what does not change: a value of ours, else the readable id.
      const value = story.model?.published.get(first)?.get('kept')
      const kept = entries.find((entry) => (value === undefined ? false : entry['value'] === value))
      return { answer, entries, kept }
    }
    const [one, two] = [await stable(first), await stable(second)]
    if (one.kept && two.kept)
      context.verify('VER-11', two.answer).equals({
        claim: 'a property that did not change has the same stable ids in both versions',
        expected: [lower(one.kept['draft_property_id']), lower(one.kept['draft_item_id'])],
        received: [lower(two.kept['draft_property_id']), lower(two.kept['draft_item_id'])],
      })
    else {
      const stableIds = (entries: readonly Entry[]) =>
        new Set(entries.map((entry) => lower(entry['draft_property_id'])))
      const shared = [...stableIds(one.entries)].filter((id) => id !== undefined && stableIds(two.entries).has(id))
      if (one.entries.length === 0 || two.entries.length === 0) return
      const names = new Set(one.entries.map((entry) => entry['readable_id']))
      if (!two.entries.some((entry) => names.has(entry['readable_id']))) return
      context.verify('VER-11', two.answer).that({
        claim: 'properties of the same readable_id share a stable id across versions',
        holds: shared.length > 0,
        expected: 'stable ids that both versions have',
        received: 'none',
      })
    }
  },
)

scenario(
  "a published item has an id of its own, different from the draft's and in each version",
  { verifies: ['VER-17'], needs, causedBy: ['VER-02', 'VER-10', 'PROP-04'] },
  async (context) => {
    const story = await publishedStory(context)
    const seen = new Map<string, number>()
    for (const version of story.versions) {
      const { answer, entries } = await entriesAsOf(context, story, version)
      for (const itemId of new Set(entries.map((entry) => lower(entry['item_id'])))) {
        if (itemId === undefined) continue
        context.verify('VER-17', answer).that({
          claim: 'the item of a published property is none of the draft and of no other version',
          holds: itemId !== story.draftItemId.toLowerCase() && !seen.has(itemId),
          expected: 'an id of its own',
          received: seen.has(itemId) ? `that of version ${seen.get(itemId)}` : itemId,
          hint: 'item_id may be that of the draft',
        })
        seen.set(itemId, version)
      }
    }
  },
)
