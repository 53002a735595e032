import { requestById, scenario, type RawRequest } from '#suite'
import { generatedDocument } from '../shared/generated-document.ts'
import { forbidden, foreignHint } from './foreign-claims.ts'

// `generatedDocument` is a file that was made inside the service: by a control, or a declared or existing one.

const needs = ['second-key', 'fixture:generated-document|control:create-generated-document'] as const

interface Question {
  readonly title: string
  readonly verifies: 'AUTH-17' | 'AUTH-19'
  /** What is broken if the owner is not answered. */
  readonly owed: 'FILE-09' | 'DL-10'
  readonly request: (id: string) => RawRequest
}

const download = (format: string): Question => ({
  title: `GET /files/{file_id}/download of a foreign generated document as ${format}`,
  verifies: 'AUTH-19',
  owed: 'DL-10',
  request: (id) => ({ ...requestById('downloadFile', id), query: { format } }),
})

// What the service made itself has no upload behind it: whoever finds it on a path of its own may forget whose it is.
const questions: readonly Question[] = [
  {
    title: 'GET /files/{file_id} of a foreign generated document',
    verifies: 'AUTH-17',
    owed: 'FILE-09',
    request: (id) => requestById('getFile', id),
  },
  download('docx'),
  download('pdf'),
]

for (const { title, verifies, owed, request } of questions)
  scenario(`${title} is forbidden`, { verifies: [verifies], needs }, async ({ api, given, session, verify }) => {
    const asked = request(await generatedDocument({ api, given, session }))
    const own = await given.eventually(
      () => api.raw(asked),
      ({ status }) => status === 200,
    )
    const control = given.requireSuccess(own, owed)
    const answer = await api.raw({ ...asked, as: 'other-organization' })
    verify(verifies, answer).isRefused({ ...forbidden, control, hint: foreignHint(answer) })
  })
