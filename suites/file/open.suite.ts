import { assume, fieldOf, inferShape, isRecord, scenario } from '#suite'
import { lentFile } from '../shared/lent-file.ts'

scenario(
  'what the contract leaves open about files is observed',
  { verifies: ['FILE-21'] },
  async ({ given, observe, session }) => {
    const listed = given.entriesOf(await given.fileList())
    const statuses = new Set(listed.map((file) => statusOf(file)))
    observe('FILE-21', 'description_status in the list', [...statuses].toSorted().join(', '))
    observe('FILE-21', 'parameter of the list', Object.keys(await given.listQuery('files')).join(', ') || 'nothing')
    assume(session.configuration.mode !== 'read-only')
    const { id } = await given.file((await given.fileItem()).id)
    observe('FILE-21', 'description_status by id', statusOf((await given.fileRecord(id)).json))
  },
)

scenario('the answer to a null title is observed', { verifies: ['FILE-21'], needs: ['write'] }, async (context) => {
  const { api, given, observe } = context
  const { id } = await lentFile(context)
  const answer = await api.send('updateFile', {
    path: { file_id: id },
    json: { userTitle: null },
    broken: 'a null title',
  })
  const title = fieldOf(await given.fileRecord(id), 'userTitle')
  observe('FILE-21', 'a null title in an update', `${answer.status}, then ${inferShape([title])}`)
})

function statusOf(file: unknown): string {
  const status = isRecord(file) ? (file['description_status'] ?? file['descriptionStatus']) : undefined
  if (status === undefined) return 'left out'
  return typeof status === 'string' ? status : JSON.stringify(status)
}
