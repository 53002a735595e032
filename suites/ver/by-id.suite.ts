import { assume, each, inTurn, scenario } from '#suite'
import { showsWhatIsListed } from './as-listed.ts'
import { publishedSubjects } from './published-subjects.ts'
import { readsById } from './reads-by-id.ts'

for (const { whose, needs, storyOf, entriesRead } of publishedSubjects)
  scenario(
    `a property of ${whose} by id as of a version is what the list of the version shows`,
    { verifies: ['VER-13', 'VER-16'], needs, causedBy: ['PROP-27', 'PROP-28'] },
    async (context) => {
      const { observe, verify } = context
      const story = await storyOf(context)
      const reads = await readsById(context, story, entriesRead)
      await each(reads, async (byId) => {
        const { version, entry, idOf, answer, hinted } = byId
        observe('VER-16', `the ${idOf}'s id of a property by id with a version`, answer.status)
        verify('VER-13', answer).that({
          claim: 'a listed property is found by one of its ids',
          holds: reads.some((read) => read.entry === entry && read.answer.status < 400),
          expected: 'the property',
          received: `neither of its ids is found with version ${version}`,
        })
        // Which of the two ids is accepted is open.
        assume(answer.status < 400)
        verify('VER-13', answer).that(await showsWhatIsListed(context, story, byId))
        verify('VER-13', hinted).hasStatus(200, { hint: 'the hint may be looked for in the draft' })
      })
    },
  )

scenario(
  'a property that came after a version is not given as of it',
  { verifies: ['VER-13'], needs: ['control:publish-version', 'write'], causedBy: ['VER-02'] },
  async ({ api, given, verify }) => {
    const { item } = await given.property('text')
    const { version } = await given.publish(item)
    const { id } = await given.property('text', { item })
    const answers = await inTurn([{ version }, { version, type: 'text' }], (query) =>
      api.send('getProperty', { path: { property_id: id }, query }),
    )
    verify('VER-13', answers).that(({ status }) => ({
      claim: 'a property that no version has is not given as of a version',
      holds: status >= 400,
      expected: 'a refusal',
      received: `${status}`,
      criterion: { kind: 'status', lawful: 'a refusal' },
      hint: 'what is not found in the version may be looked for in the draft',
    }))
  },
)
