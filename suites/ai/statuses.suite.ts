import { UntestedError, scenario, type Given } from '#suite'
import { statusIn } from './description-fields.ts'

const needs = ['write'] as const
const hidden = {
  reason: 'capability-absent',
  cause: 'the deployment shows no description_status; nothing can be told of it',
} as const

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
      if (status === undefined && statusIn(upload) === undefined) throw new UntestedError(hidden)
      verify('AI-05', read).equals({
        claim: 'a changed description is dismissed',
        expected: 'dismissed',
        received: status,
      })
    },
  )

scenario(
  'a description that is changed again stays dismissed',
  { verifies: ['AI-05'], needs },
  async ({ api, given, verify }) => {
    const { id } = await given.file((await given.fileItem()).id)
    for (const description of ['first', 'second']) {
      const path = { file_id: id }
      given.requireSuccess(await api.send('updateFile', { path, json: { description } }), 'FILE-15')
    }
    const read = await given.fileRecord(id)
    if (statusIn(read) === undefined) throw new UntestedError(hidden)
    verify('AI-05', read).equals({
      claim: 'a description that was changed twice is dismissed',
      expected: 'dismissed',
      received: statusIn(read),
    })
  },
)

scenario('another title leaves the status alone', { verifies: ['AI-06'], needs }, async ({ api, given, verify }) => {
  const { id } = await given.file((await given.fileItem()).id)
  const path = { file_id: id }
  given.requireSuccess(await api.send('updateFile', { path, json: { userTitle: given.name() } }), 'FILE-14')
  const titled = await given.fileRecord(id)
  given.requireSuccess(await api.send('updateFile', { path, json: { description: 'changed' } }), 'FILE-15')
  // A status may be shown from the first change on only.
  if (statusIn(await given.fileRecord(id)) === undefined) throw new UntestedError(hidden)
  // lawful: what nobody awaits may be called dismissed from the start
  if (statusIn(titled) === 'dismissed' && (await statusOfNew(given)) === 'dismissed')
    given.untestable({ reason: 'capability-absent', cause: 'a file that is not dismissed from the start' })
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

scenario('the same text again stays dismissed', { verifies: ['AI-06'], needs }, async ({ api, given, verify }) => {
  const { id } = await given.file((await given.fileItem()).id)
  const change = async () =>
    given.requireSuccess(
      await api.send('updateFile', { path: { file_id: id }, json: { description: 'the same' } }),
      'FILE-15',
    )
  await change()
  const before = await given.fileRecord(id)
  if (statusIn(before) === undefined) throw new UntestedError(hidden)
  await change()
  const after = await given.fileRecord(id)
  verify('AI-06', after).equals({
    claim: 'the status is the same after the same text again',
    expected: statusIn(before),
    received: statusIn(after),
  })
})

scenario(
  'a title that comes later leaves a description dismissed',
  { verifies: ['AI-06'], needs },
  async ({ api, given, verify }) => {
    const { id } = await given.file((await given.fileItem()).id)
    const path = { file_id: id }
    given.requireSuccess(await api.send('updateFile', { path, json: { description: 'by a person' } }), 'FILE-15')
    const before = statusIn(await given.fileRecord(id))
    if (before === undefined) throw new UntestedError(hidden)
    given.requireSuccess(await api.send('updateFile', { path, json: { userTitle: given.name() } }), 'FILE-14')
    const after = await given.fileRecord(id)
    verify('AI-06', after).equals({
      claim: 'the status is the same after another title',
      expected: before,
      received: statusIn(after),
    })
  },
)
