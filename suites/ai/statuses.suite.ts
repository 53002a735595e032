import { assume, inTurn, scenario, type Exchange, type Fields, type Given, type Sources } from '#suite'
import { describedFile, writtenText } from '../shared/described-file.ts'
import { statusIn, statusShown } from './description-fields.ts'
import { updateFile } from './user-edits.ts'

const needs = ['write'] as const
const hidden = 'the deployment showed no description_status'

// `updateFile` sends PATCH /files/{file_id}. `describedFile` is a file that got the description `writtenText` this way, shared by checks
// that leave it so.

/** Answers that may show the status of a file: to its upload, to its updates, and to a read after these. */
interface Updated {
  readonly upload: Exchange
  readonly answers: readonly Exchange[]
  readonly read: Exchange
}

/** A new file that a user updates. */
async function updatedFile(sources: Sources, updates: readonly Fields[]): Promise<Updated> {
  const { given } = sources
  const { id, exchange: upload } = await given.file((await given.fileItem()).id)
  const answers = await inTurn(updates, (json) => updateFile(sources, id, json))
  return { upload, answers, read: await given.fileRecord(id) }
}

const changes = {
  'a description': async (sources) => {
    const { described, ...file } = await describedFile(sources)
    return { ...file, answers: [described] }
  },
  'a description sent with a title': (sources) =>
    updatedFile(sources, [{ description: writtenText, userTitle: 'a title' }]),
  'a second description': (sources) => updatedFile(sources, [{ description: 'first' }, { description: 'second' }]),
} as const satisfies Record<string, (sources: Sources) => Promise<Updated>>

for (const [what, fileWith] of Object.entries(changes))
  scenario(`${what} set by a user gets the status dismissed`, { verifies: ['AI-05'], needs }, async (context) => {
    const { upload, answers, read } = await fileWith(context)
    const last = [...answers, read].map(statusShown).findLast((one) => one.description_status !== undefined)
    const isShown = last !== undefined || statusIn(upload) !== undefined || (await isShownOnceChanged(context))
    assume(isShown, hidden)
    context
      .verify('AI-05', read)
      .shows({ description_status: 'dismissed' }, { of: `the record after ${what}`, in: last })
  })

/** Whether a file shows its status once a person has given it a description, and nothing else. */
async function isShownOnceChanged(sources: Sources): Promise<boolean> {
  const { described, read } = await describedFile(sources)
  return [described, read].some((one) => statusIn(one) !== undefined)
}

scenario('a new title keeps description_status', { verifies: ['AI-06'], needs }, async (context) => {
  const { given, verify } = context
  const { id } = await given.file((await given.fileItem()).id)
  await updateFile(context, id, { userTitle: given.name() })
  const titled = await given.fileRecord(id)
  await updateFile(context, id, { description: 'changed' })
  // A status may be shown from the first change on only.
  assume(statusIn(await given.fileRecord(id)) !== undefined, hidden)
  // lawful: a file without a description may be dismissed from the start, before any title
  const isDismissedByTitle = statusIn(titled) === 'dismissed' && (await statusOfNewFile(given)) !== 'dismissed'
  assume(isDismissedByTitle || statusIn(titled) !== 'dismissed', 'the target showed a new file as dismissed')
  verify('AI-06', titled).differsIn('description_status', 'dismissed', { in: statusShown(titled) })
})

async function statusOfNewFile(given: Given): Promise<unknown> {
  const { id } = await given.file((await given.fileItem()).id)
  return statusIn(await given.fileRecord(id))
}

const noChanges = {
  'an update with the same description': { description: writtenText },
  'another title': { userTitle: 'another title' },
} as const

for (const [what, json] of Object.entries(noChanges))
  scenario(`${what} keeps the status dismissed`, { verifies: ['AI-06'], needs }, async (context) => {
    const { given, verify } = context
    const { id, read: before } = await describedFile(context)
    assume(statusIn(before) !== undefined, hidden)
    await updateFile(context, id, json)
    const after = await given.fileRecord(id)
    verify('AI-06', after).shows(statusShown(before), { in: statusShown(after), beside: [before] })
  })
