import { isRecord } from '../../lib/contract/is-record.ts'
import { scenario } from '../../lib/run/scenario.ts'
import { comparable } from '../prop/comparable.ts'
import { kindOf, shownType } from '../prop/specimens.ts'
import { needs, publishedStory, versionedList } from './published-story.ts'

/** Entries of a versioned list that are read by id: all that the run's own story has. */
const entriesRead = 12

scenario(
  'a property by id as of a version is what the list of the version shows',
  { verifies: ['VER-13', 'VER-16'], needs },
  async (context) => {
    const { api, given, observe, verify } = context
    const story = await publishedStory(context)
    for (const version of story.versions) {
      const listed = given.accepted(await versionedList(context, { story, version }), 'VER-02')
      for (const entry of given.entriesOf(listed).slice(0, entriesRead)) {
        const ids = [entry['id'], entry['draft_property_id']].filter((id) => typeof id === 'string')
        let found = 0
        for (const property_id of ids) {
          const answer = await api.send('getProperty', { path: { property_id }, query: { version } })
          const name = property_id === entry['id'] ? "a version's own id" : "the draft's id"
          observe('VER-16', `${name} by id with a version`, answer.status)
          // Which of the two ids is taken is open.
          if (answer.status >= 400) continue
          found += 1
          const { one, other } = comparable(entry, isRecord(answer.json) ? answer.json : {})
          verify('VER-13', answer).that({
            claim: 'what the record and the entry both show is the same',
            holds: one === other,
            expected: one,
            received: other,
          })
          const type = shownType(entry)
          // A matrix that is shown as a number has two names, of which either may be the right hint.
          if (type !== kindOf(entry)) continue
          const hinted = await api.send('getProperty', { path: { property_id }, query: { version, type } })
          verify('VER-13', hinted).hasStatus(200, 'the hint may be looked for in the draft')
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
