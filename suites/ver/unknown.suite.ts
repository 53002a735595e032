import { scenario } from '#suite'
import { needs, publishedStory, versionedList, type PublishedStory } from '../subjects/published-story.ts'

/** Far away, and the very next one where this run alone publishes: either may be taken for the latest. */
function unknownVersions({ versions, model }: PublishedStory): readonly number[] {
  const latest = Math.max(...versions)
  return [...(model ? [latest + 1] : []), latest + 1000, -1]
}

scenario(
  'the list of a version that does not exist gives nothing',
  { verifies: ['VER-06', 'VER-16'], needs },
  async (context) => {
    const { given, observe, verify } = context
    const story = await publishedStory(context)
    const version = story.versions.at(-1) ?? 1
    const control = given.requireSuccess(await versionedList(context, { story, version }), 'VER-02')
    const [entry] = given.entriesOf(control)
    const itemIds = new Set([story.draftItemId, entry?.['item_id']].filter((id) => typeof id === 'string'))
    const asked = [...itemIds].flatMap((itemId) => unknownVersions(story).map((unknown) => ({ itemId, unknown })))
    for (const { itemId, unknown } of asked) {
      const answer = await given.listProperties(itemId, { query: { version: unknown } })
      observe('VER-16', 'list of a version that does not exist', answer.status)
      verify('VER-06', answer).that({
        claim: 'the list of a version that does not exist is refused or empty',
        holds:
          (answer.status >= 400 && answer.status < 500) ||
          (answer.status === 200 && given.entriesOf(answer).length === 0),
        expected: 'a refusal, or no entries',
        received: `${answer.status} with ${given.entriesOf(answer).length} entries`,
      })
    }
  },
)

scenario(
  'a property as of a version that does not exist is refused',
  { verifies: ['VER-06', 'VER-16'], needs, causedBy: ['VER-13'] },
  async (context) => {
    const { api, given, observe, verify } = context
    const story = await publishedStory(context)
    const control = given.requireSuccess(
      await versionedList(context, { story, version: story.versions.at(-1) ?? 1 }),
      'VER-02',
    )
    const published = given.entriesOf(control)[0]?.['id']
    const ids = [[...story.draftIds][0], published].filter((id) => typeof id === 'string')
    const asked = ids.flatMap((property_id) => unknownVersions(story).map((unknown) => ({ property_id, unknown })))
    for (const { property_id, unknown } of asked) {
      const answer = await api.send('getProperty', { path: { property_id }, query: { version: unknown } })
      observe('VER-16', 'a property as of a version that does not exist', answer.status)
      verify('VER-06', answer).isRefused({ control })
    }
  },
)
