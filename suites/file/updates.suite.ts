import { assume, blocked, each, fieldOf, race, scenario, succeeded } from '#suite'
import type { CheckContext, Exchange, Fields, Sources } from '#suite'
import { answerShowing } from '../shared/answer-showing.ts'
import { describedFile } from '../shared/described-file.ts'

const needs = ['write'] as const
/** Files of a race, whose descriptions a person has given; all its goes are made on them. */
function racedFiles({ api, given, session }: Sources, purpose: string) {
  const fileWithDescription = async (): Promise<string> => {
    const { id } = await given.file((await given.fileItem()).id, { userTitle: given.name() })
    const json = { description: `before ${given.name()}` }
    given.requireSuccess(await api.send('updateFile', { path: { file_id: id }, json }), 'FILE-15')
    return id
  }
  return session.shared(`files for ${purpose}`, () => Promise.all([fileWithDescription(), fileWithDescription()]))
}

for (const [field, other, requirement] of [
  ['userTitle', 'description', 'FILE-14'],
  ['description', 'userTitle', 'FILE-15'],
] as const)
  race(
    `a ${field} survives a simultaneous update of the ${other}`,
    { verifies: [requirement], needs },
    async ({ api, given, session, verify }) => {
      const files = await racedFiles({ api, given, session }, `${field} beside ${other}`)
      const updates = files.flatMap((id) => {
        const [path, text] = [{ file_id: id }, `after ${given.name()}`]
        return [field, other].map((name) => ({ path, name, text }))
      })
      // The one that comes first is lost if the second one writes back what it has read.
      const answers = await api.simultaneously(
        updates.map(({ path, name, text }) => api.request('updateFile', { path, json: { [name]: text } })),
      )
      // A refusal of one that came too late is lawful: what was accepted is to be kept.
      const kept = updates.filter(({ name }, place) => name === field && succeeded(answers[place]))
      await each(kept, async ({ path, text }) => {
        const read = await given.fileRecord(path.file_id)
        verify(requirement, read).shows(
          { [field]: text },
          { hint: 'lost update: a write may store all fields as it read them before' },
        )
      })
    },
  )

const byField = { userTitle: 'FILE-14', description: 'FILE-15' } as const
type Field = keyof typeof byField

/** A file of which the field was updated to a text, and how that was answered. */
const updatedFiles = {
  userTitle: ({ api, given, session }) =>
    session.shared('file whose userTitle is updated', async () => {
      const { id } = await given.file((await given.fileItem()).id)
      const answer = await api.send('updateFile', { path: { file_id: id }, json: { userTitle: 'a text' } })
      return { id, control: given.requireSuccess(answer, 'FILE-14') }
    }),
  description: async (sources) => {
    const { id, described: control } = await describedFile(sources)
    return { id, control }
  },
} as const satisfies Record<Field, (sources: Sources) => Promise<{ id: string; control: Exchange }>>

const wrongValues = {
  'a number': 5,
  'a boolean': true,
  'an array': ['a text'],
  'an object': { text: 'a text' },
} as const

for (const field of ['userTitle', 'description'] as const)
  for (const [what, value] of Object.entries(wrongValues))
    scenario(`an update with ${what} as ${field} is rejected`, { verifies: ['FILE-18'], needs }, async (context) => {
      const { id, control } = await updatedFiles[field](context)
      const sending = { json: { [field]: value }, broken: `${field} is ${what}` }
      const answer = await context.api.send('updateFile', { path: { file_id: id }, ...sending })
      context.verify('FILE-18', answer).isRefused({ status: 422, control })
    })

const idle = { userTitle: 'the title', description: 'the description' } as const

/** Updates of one text of a file beside the other one, which stays as it is or has no value. */
const besideAnIdleText = [
  { field: 'userTitle', sent: { userTitle: 'new', description: 'the description' } },
  { field: 'description', sent: { userTitle: 'the title', description: 'new' } },
  // lawful: null for a text may be refused
  { field: 'userTitle', sent: { userTitle: 'new again', description: null }, broken: 'null for a text' },
  { field: 'description', sent: { userTitle: null, description: 'new again' }, broken: 'null for a text' },
] as const satisfies ReadonlyArray<{ field: Field; sent: Fields; broken?: string }>

/** A file with both texts, of which the second one that is given leaves the first one alone. */
async function fileWithIdleTexts({ api, given }: Pick<CheckContext, 'api' | 'given'>, field: Field): Promise<string> {
  const { id } = await given.file((await given.fileItem()).id)
  const other = field === 'userTitle' ? 'description' : 'userTitle'
  for (const name of [field, other] as const) {
    const answer = await api.send('updateFile', { path: { file_id: id }, json: { [name]: idle[name] } })
    given.requireSuccess(answer, byField[name])
  }
  const isLeft = fieldOf(await given.fileRecord(id), field) === idle[field]
  assume(isLeft, blocked(byField[other], `an update of the ${other} changed the ${field}`))
  return id
}

for (const { field, sent, broken } of besideAnIdleText.map((row) => ({ broken: undefined, ...row })))
  scenario(
    `an update of a file with ${JSON.stringify(sent)} changes its ${field}`,
    { verifies: [byField[field]], needs },
    async ({ api, given, verify }) => {
      const path = { file_id: await fileWithIdleTexts({ api, given }, field) }
      const answer = await api.send('updateFile', { path, json: sent, broken })
      assume(broken === undefined || succeeded(answer), 'the target rejected null for a text of a file')
      verify(byField[field], answer).isAccepted(200)
      const shown = [await answerShowing(field, answer, { given }), await given.fileRecord(path.file_id)]
      verify(byField[field], shown).shows({ [field]: sent[field] })
    },
  )
