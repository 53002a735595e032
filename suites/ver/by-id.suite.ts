import { scenario, type Exchange, sameRecord } from '#suite'
import { type Entry, kindOf, shownType } from '../subjects/specimens.ts'
import { needs, publishedStory, type Sources, versionedList } from '../subjects/published-story.ts'

/** Entries of a versioned list that are read by id: all that the run's own story has. */
const entriesRead = 12

scenario(
  'a property by id as of a version is what the list of the version shows',
  { verifies: ['VER-13', 'VER-16'], needs },
  async (context) => {
    const { given, observe, verify } = context
    const story = await publishedStory(context)
    for (const version of story.versions) {
      const listed = given.requireSuccess(await versionedList(context, { story, version }), 'VER-02')
      const entries = given.entriesOf(listed).slice(0, entriesRead)
      const reads = await Promise.all(entries.map(async (entry) => readByItsIds(context, entry, version)))
      for (const [index, entry] of entries.entries()) {
        let found = 0
        for (const { name, answer, hinted } of reads[index] ?? []) {
          observe('VER-16', `${name} by id with a version`, answer.status)
          // Which of the two ids is taken is open.
          if (answer.status >= 400) continue
          found += 1
          verify('VER-13', answer).that(
            sameRecord('what the record and the entry both show', {
              kind: 'property',
              expected: entry,
              received: answer.json,
              shows: 'partial',
            }),
          )
          if (hinted) verify('VER-13', hinted).hasStatus(200, 'the hint may be looked for in the draft')
        }
        verify('VER-13', listed).that({
          claim: 'a listed property is found by one of its ids',
          holds: found > 0,
          expected: 'the property',
          received: 'neither of its ids is found with the version',
        })
      }
    }
  },
)

scenario(
  'a property that came after a version is not given as of it',
  { verifies: ['VER-13'], needs: ['control:publish-version', 'write'], causedBy: ['VER-02'] },
  async ({ api, given, session, verify }) => {
    const { item } = await given.property('text')
    const { version } = await session.controls.publishVersion(item.product.id)
    const { id } = await given.property('text', { item })
    for (const query of [{ version }, { version, type: 'text' }]) {
      const answer = await api.send('getProperty', { path: { property_id: id }, query })
      verify('VER-13', answer).that({
        claim: 'a property that no version has is not given as of a version',
        holds: answer.status >= 400,
        expected: 'a refusal',
        received: `${answer.status}`,
        hint: 'what is not found in the version may be looked for in the draft',
      })
    }
  },
)

interface ReadById {
  readonly name: string
  readonly answer: Exchange
  /** The same with the type as its hint, where the entry was found and has one name for its type. */
  readonly hinted: Exchange | undefined
}

/** Reads an entry by its own id and by the draft's, all at once with those of other entries: there may be many. */
function readByItsIds({ api }: Sources, entry: Entry, version: number): Promise<readonly ReadById[]> {
  const ids = [entry['id'], entry['draft_property_id']].filter((id) => typeof id === 'string')
  const type = shownType(entry)
  return Promise.all(
    ids.map(async (property_id) => {
      const name = property_id === entry['id'] ? "a version's own id" : "the draft's id"
      const answer = await api.send('getProperty', { path: { property_id }, query: { version } })
      // A matrix that is shown as a number has two names, of which either may be the right hint.
      const isHinted = answer.status < 400 && type === kindOf(entry)
      const query = { version, type }
      return {
        name,
        answer,
        hinted: isHinted ? await api.send('getProperty', { path: { property_id }, query }) : undefined,
      }
    }),
  )
}
