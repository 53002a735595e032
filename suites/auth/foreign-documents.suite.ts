import { requestById, requestOf, scenario } from '#suite'
import { generatedDocument } from '../shared/generated-document.ts'
import { forbidden, foreignHint } from './foreign-claims.ts'
import { queryText } from './query-text.ts'

// `generatedDocument` is a file that was made inside the service: by a control, or a declared or existing one.

const needs = ['second-key', 'fixture:generated-document|control:create-generated-document'] as const

// What the service made itself has no upload behind it: whoever finds it on a path of its own may forget whose it is.
// `owed` is the rule that is broken if the owner is not answered.
const reads = [
  { id: 'AUTH-17', endpoint: 'getFile', query: {}, owed: 'FILE-09' },
  { id: 'AUTH-19', endpoint: 'downloadFile', query: { format: 'docx' }, owed: 'DL-10' },
  { id: 'AUTH-19', endpoint: 'downloadFile', query: { format: 'pdf' }, owed: 'DL-10' },
] as const

for (const { id, endpoint, query, owed } of reads)
  scenario(
    `${requestOf(endpoint)}${queryText(query)} of a foreign generated document is forbidden`,
    { verifies: [id], needs },
    async ({ api, given, session, verify }) => {
      const request = { ...requestById(endpoint, await generatedDocument({ api, given, session })), query }
      const ask = () => api.raw(request)
      const control = given.requireSuccess(await given.eventually(ask, ({ status }) => status === 200), owed)
      const answer = await api.raw({ ...request, as: 'other-organization' })
      verify(id, answer).isRefused({ ...forbidden, control, hint: foreignHint(answer) })
    },
  )
