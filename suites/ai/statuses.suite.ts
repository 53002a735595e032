import { assume, scenario, type CheckContext, type Exchange, type Given } from '#suite'
import { statusIn } from './description-fields.ts'

const needs = ['write'] as const
const hidden = 'the deployment shows no description_status; nothing can be told of it'

/** A person gives a file another description. */
async function describe(
  { api, given }: Pick<CheckContext, 'api' | 'given'>,
  id: string,
  description: string,
): Promise<Exchange> {
  const answer = await api.send('updateFile', { path: { file_id: id }, json: { description } })
  return given.requireSuccess(answer, 'FILE-15')
}

/** A person gives it another title. */
async function entitle({ api, given }: Pick<CheckContext, 'api' | 'given'>, id: string): Promise<void> {
  const json = { userTitle: given.name() }
  given.requireSuccess(await api.send('updateFile', { path: { file_id: id }, json }), 'FILE-14')
}

const changes = [
  { what: 'a description', json: { description: 'written by a person' } },
  { what: 'a description beside a title', json: { description: 'written by a person', userTitle: 'a title' } },
] as const

for (const { what, json } of changes)
  scenario(
    `${what} that a person gives is dismissed from generation`,
    { verifies: ['AI-05'], needs },
    async ({ api, given, verify }) => {
      const { id, exchange: upload } = await given.file((await given.fileItem()).id)
      const answer = given.requireSuccess(await api.send('updateFile', { path: { file_id: id }, json }), 'FILE-15')
      const read = await given.fileRecord(id)
      const status = statusIn(read) ?? statusIn(answer)
      assume(status !== undefined || statusIn(upload) !== undefined, hidden)
      verify('AI-05', read).equals({
        claim: 'a changed description is dismissed',
        expected: 'dismissed',
        received: status,
      })
    },
  )

scenario('a description that is changed again stays dismissed', { verifies: ['AI-05'], needs }, async (context) => {
  const { given, verify } = context
  const { id } = await given.file((await given.fileItem()).id)
  await describe(context, id, 'first')
  await describe(context, id, 'second')
  const read = await given.fileRecord(id)
  assume(statusIn(read) !== undefined, hidden)
  verify('AI-05', read).equals({
    claim: 'a description that was changed twice is dismissed',
    expected: 'dismissed',
    received: statusIn(read),
  })
})

scenario('another title leaves the status alone', { verifies: ['AI-06'], needs }, async (context) => {
  const { given, verify } = context
  const { id } = await given.file((await given.fileItem()).id)
  await entitle(context, id)
  const titled = await given.fileRecord(id)
  await describe(context, id, 'changed')
  // A status may be shown from the first change on only.
  assume(statusIn(await given.fileRecord(id)) !== undefined, hidden)
  // lawful: what nobody awaits may be called dismissed from the start
  const isTold = statusIn(titled) !== 'dismissed' || (await statusOfNew(given)) !== 'dismissed'
  assume(isTold, 'a file that is not dismissed from the start')
  verify('AI-06', titled).that({
    claim: 'an update of the title does not dismiss the description',
    holds: statusIn(titled) !== 'dismissed',
    expected: 'another status, or none',
    received: 'dismissed',
  })
})

async function statusOfNew(given: Given): Promise<unknown> {
  const { id } = await given.file((await given.fileItem()).id)
  return statusIn(await given.fileRecord(id))
}

scenario('the same text again stays dismissed', { verifies: ['AI-06'], needs }, async (context) => {
  const { given, verify } = context
  const { id } = await given.file((await given.fileItem()).id)
  await describe(context, id, 'the same')
  const before = await given.fileRecord(id)
  assume(statusIn(before) !== undefined, hidden)
  await describe(context, id, 'the same')
  const after = await given.fileRecord(id)
  verify('AI-06', after).equals({
    claim: 'the status is the same after the same text again',
    expected: statusIn(before),
    received: statusIn(after),
  })
})

scenario('a title that comes later leaves a description dismissed', { verifies: ['AI-06'], needs }, async (context) => {
  const { given, verify } = context
  const { id } = await given.file((await given.fileItem()).id)
  await describe(context, id, 'by a person')
  const before = statusIn(await given.fileRecord(id))
  assume(before !== undefined, hidden)
  await entitle(context, id)
  const after = await given.fileRecord(id)
  verify('AI-06', after).equals({
    claim: 'the status is the same after another title',
    expected: before,
    received: statusIn(after),
  })
})
