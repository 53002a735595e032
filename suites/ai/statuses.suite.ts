import { assume, inTurn, scenario, type Exchange, type Fields, type Given, type Sources } from '#suite'
import { statusIn, statusShown } from './description-fields.ts'

const needs = ['write'] as const
const hidden = 'the deployment showed no description_status'

/** A person gives a file another description. */
async function describe({ api, given }: Sources, id: string, description: string): Promise<Exchange> {
  const answer = await api.send('updateFile', { path: { file_id: id }, json: { description } })
  return given.requireSuccess(answer, 'FILE-15')
}

/** A person gives it another title. */
async function setTitle({ api, given }: Sources, id: string): Promise<void> {
  const json = { userTitle: given.name() }
  given.requireSuccess(await api.send('updateFile', { path: { file_id: id }, json }), 'FILE-14')
}

const written = 'written by a person'

const changes: ReadonlyArray<{ readonly what: string; readonly updates: readonly Fields[] }> = [
  { what: 'a description', updates: [{ description: written }] },
  { what: 'a description sent with a title', updates: [{ description: written, userTitle: 'a title' }] },
  { what: 'a second description', updates: [{ description: 'first' }, { description: 'second' }] },
]

for (const { what, updates } of changes)
  scenario(`${what} set by a user gets the status dismissed`, { verifies: ['AI-05'], needs }, async (context) => {
    const { api, given, verify } = context
    const { id, exchange: upload } = await given.file((await given.fileItem()).id)
    const answers = await inTurn(updates, async (json) =>
      given.requireSuccess(await api.send('updateFile', { path: { file_id: id }, json }), 'FILE-15'),
    )
    const read = await given.fileRecord(id)
    const last = [...answers, read].map(statusShown).findLast((one) => one.description_status !== undefined)
    const isShown = last !== undefined || statusIn(upload) !== undefined || (await isShownOnceChanged(context))
    assume(isShown, hidden)
    verify('AI-05', read).shows({ description_status: 'dismissed' }, { of: `the record after ${what}`, in: last })
  })

/** Whether a file shows its status once a person has given it a description, and nothing else. */
function isShownOnceChanged(context: Sources): Promise<boolean> {
  const { given, session } = context
  return session.shared('status of a file with a new description', async () => {
    const { id } = await given.file((await given.fileItem()).id)
    return [await describe(context, id, written), await given.fileRecord(id)].some((one) => statusIn(one) !== undefined)
  })
}

scenario('a new title keeps description_status', { verifies: ['AI-06'], needs }, async (context) => {
  const { given, verify } = context
  const { id } = await given.file((await given.fileItem()).id)
  await setTitle(context, id)
  const titled = await given.fileRecord(id)
  await describe(context, id, 'changed')
  // A status may be shown from the first change on only.
  assume(statusIn(await given.fileRecord(id)) !== undefined, hidden)
  // lawful: what nobody awaits may be called dismissed from the start
  const isTold = statusIn(titled) !== 'dismissed' || (await statusOfNewFile(given)) !== 'dismissed'
  assume(isTold, 'the target showed a new file as dismissed')
  verify('AI-06', titled).differsIn('description_status', 'dismissed', { in: statusShown(titled) })
})

async function statusOfNewFile(given: Given): Promise<unknown> {
  const { id } = await given.file((await given.fileItem()).id)
  return statusIn(await given.fileRecord(id))
}

const text = 'by a person'

const noChanges: Readonly<Record<string, (sources: Sources, id: string) => Promise<unknown>>> = {
  'an update with the same description': (sources, id) => describe(sources, id, text),
  'another title': setTitle,
}

for (const [what, change] of Object.entries(noChanges))
  scenario(`${what} keeps the status dismissed`, { verifies: ['AI-06'], needs }, async (context) => {
    const { given, verify } = context
    const { id } = await given.file((await given.fileItem()).id)
    await describe(context, id, text)
    const before = await given.fileRecord(id)
    assume(statusIn(before) !== undefined, hidden)
    await change(context, id)
    const after = await given.fileRecord(id)
    verify('AI-06', after).shows(statusShown(before), { in: statusShown(after), beside: [before] })
  })
