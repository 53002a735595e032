import { each, scenario } from '#suite'
import { needs, publishedStory, type PublishedStory } from '../subjects/published-story.ts'
import { listOfVersion } from './published-subjects.ts'
import { entryCount } from '../subjects/counted.ts'

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
    const { entries } = await listOfVersion(context, story, { version: story.versions.at(-1) ?? 1 })
    const itemIds = new Set([story.draftItemId, entries[0]?.['item_id']].filter((id) => typeof id === 'string'))
    const asked = [...itemIds].flatMap((itemId) => unknownVersions(story).map((unknown) => ({ itemId, unknown })))
    await each(asked, async ({ itemId, unknown }) => {
      const answer = await given.listProperties(itemId, { query: { version: unknown } })
      observe('VER-16', 'list of a version that does not exist', answer.status)
      verify('VER-06', answer).that({
        claim: 'the list of a version that does not exist is refused or empty',
        holds:
          (answer.status >= 400 && answer.status < 500) ||
          (answer.status === 200 && given.entriesOf(answer).length === 0),
        expected: 'a refusal, or no entries',
        received: `${answer.status} with ${entryCount(given.entriesOf(answer).length)}`,
      })
    })
  },
)

scenario(
  'a property as of a version that does not exist is refused',
  { verifies: ['VER-06', 'VER-16'], needs, causedBy: ['VER-13'] },
  async (context) => {
    const { api, observe, verify } = context
    const story = await publishedStory(context)
    const { answer: control, entries } = await listOfVersion(context, story, { version: story.versions.at(-1) ?? 1 })
    const ids = [[...story.draftIds][0], entries[0]?.['id']].filter((id) => typeof id === 'string')
    const asked = ids.flatMap((property_id) => unknownVersions(story).map((unknown) => ({ property_id, unknown })))
    await each(asked, async ({ property_id, unknown }) => {
      const answer = await api.send('getProperty', { path: { property_id }, query: { version: unknown } })
      observe('VER-16', 'a property as of a version that does not exist', answer.status)
      verify('VER-06', answer).isRefused({ control })
    })
  },
)
