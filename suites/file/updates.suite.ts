import { assume, blocked, each, fieldOf, inTurn, race, scenario, succeeded } from '#suite'
import type { Exchange, Fields, Sources } from '#suite'
import { answerShowing } from '../shared/answer-showing.ts'
import { describedFile } from '../shared/described-file.ts'

const needs = ['write'] as const
/** Files of the races, whose descriptions a person has given. */
function racedFiles({ api, given, session }: Sources) {
  const fileWithDescription = async (): Promise<string> => {
    const { id } = await given.file((await given.fileItem()).id, { userTitle: given.name() })
    const json = { description: `before ${given.name()}` }
    given.requireSuccess(await api.send('updateFile', { path: { file_id: id }, json }), 'FILE-15')
    return id
  }
  return session.shared('files for simultaneous updates', () =>
    Promise.all([fileWithDescription(), fileWithDescription()]),
  )
}

/** The one that comes first is lost if the second one writes back what it has read: each does in one of the files. */
const orders = [
  ['userTitle', 'description'],
  ['description', 'userTitle'],
] as const

/**
 * PATCH of the userTitle and PATCH of the description of each file at the same time, and GET of each file: one round for the checks of
 * either text.
 */
function updateBothTextsAtOnce(sources: Sources, go: number) {
  const { api, given, session } = sources
  return session.shared(`simultaneous updates of files, ${go}`, async () => {
    const files = await racedFiles(sources)
    const updates = files.flatMap((id, index) =>
      (orders[index] ?? []).map((field) => ({ id, field, text: `after ${given.name()}` })),
    )
    const answers = await api.simultaneously(
      updates.map(({ id, field, text }) =>
        api.request('updateFile', { path: { file_id: id }, json: { [field]: text } }),
      ),
    )
    const reads = new Map(await inTurn(files, async (id) => [id, await given.fileRecord(id)] as const))
    return updates.map(({ id, ...update }, index) => ({ ...update, answer: answers[index], read: reads.get(id) }))
  })
}

for (const [field, other, requirement] of [
  ['userTitle', 'description', 'FILE-14'],
  ['description', 'userTitle', 'FILE-15'],
] as const)
  race(
    `a ${field} survives a simultaneous update of the ${other}`,
    { verifies: [requirement], needs },
    async (context, go) => {
      const updates = (await updateBothTextsAtOnce(context, go)).filter((update) => update.field === field)
      const hint = 'lost update: a write seems to store all fields as it read them before'
      // A refusal of one that came too late is lawful: what was accepted is to be kept.
      const accepted = updates.filter(({ answer }) => succeeded(answer))
      await each(accepted, async ({ text, read }) =>
        context.verify(requirement, read).shows({ [field]: text }, { hint }),
      )
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
    scenario(
      `an update of a file with ${what} as ${field} is rejected`,
      { verifies: ['FILE-18'], needs },
      async (context) => {
        const { id, control } = await updatedFiles[field](context)
        const sending = { json: { [field]: value }, broken: `${field} is ${what}` }
        const answer = await context.api.send('updateFile', { path: { file_id: id }, ...sending })
        context.verify('FILE-18', answer).isRefused({ status: 422, control })
      },
    )

const idle = { userTitle: 'the title', description: 'the description' } as const

/** Updates of one text of a file beside the other one, which stays as it is or has no value. */
const besideAnIdleText = [
  { field: 'userTitle', sent: { userTitle: 'new', description: 'the description' }, broken: undefined },
  { field: 'description', sent: { userTitle: 'the title', description: 'new' }, broken: undefined },
  // lawful: null for a text may be refused
  { field: 'userTitle', sent: { userTitle: 'new again', description: null }, broken: 'null for a text' },
  { field: 'description', sent: { userTitle: null, description: 'new again' }, broken: 'null for a text' },
] as const satisfies ReadonlyArray<{ field: Field; sent: Fields; broken: string | undefined }>

/** PATCH of a file with both texts, and GET of the file: the other text was given last, and left this one alone. Sent in turn to one file. */
async function updateBesideAnIdleText(
  { api, given, session }: Sources,
  { field, sent }: (typeof besideAnIdleText)[number],
) {
  const updates = await session.shared(`updates of the ${field} of a file beside an idle text`, async () => {
    const path = { file_id: (await given.file((await given.fileItem()).id)).id }
    const other = field === 'userTitle' ? 'description' : 'userTitle'
    for (const name of [field, other] as const)
      given.requireSuccess(await api.send('updateFile', { path, json: { [name]: idle[name] } }), byField[name])
    const isLeft = fieldOf(await given.fileRecord(path.file_id), field) === idle[field]
    assume(isLeft, blocked(byField[other], `an update of the ${other} changed the ${field}`))
    const rows = besideAnIdleText.filter((row) => row.field === field)
    return inTurn(rows, async ({ sent: json, broken }) => {
      const answer = await api.send('updateFile', { path, json, broken })
      return { json, answer, read: await given.fileRecord(path.file_id) }
    })
  })
  return updates.find(({ json }) => json === sent)
}

for (const row of besideAnIdleText)
  scenario(
    `an update of a file with ${JSON.stringify(row.sent)} changes its ${row.field}`,
    { verifies: [byField[row.field]], needs },
    async (context) => {
      const { given, verify } = context
      const { field, sent, broken } = row
      const update = await updateBesideAnIdleText(context, row)
      assume(update !== undefined)
      const { answer, read } = update
      assume(broken === undefined || succeeded(answer), 'the target rejected null for a text of a file')
      verify(byField[field], answer).isAccepted(200)
      const shown = [await answerShowing(field, answer, { given }), read]
      verify(byField[field], shown).shows({ [field]: sent[field] })
    },
  )
