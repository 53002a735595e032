import { requestById, scenario } from '#suite'

/** What can be asked of a file that was uploaded, and the requirement that wants it. */
const requests = [
  { what: 'a file is readable by id', id: 'FILE-09', endpoint: 'getFile', send: {} },
  { what: 'a title can be updated', id: 'FILE-14', endpoint: 'updateFile', send: { json: { userTitle: 'a title' } } },
  {
    what: 'a description can be updated',
    id: 'FILE-15',
    endpoint: 'updateFile',
    send: { json: { description: 'a description' } },
  },
] as const

for (const { what, id, endpoint, send } of requests)
  scenario(what, { verifies: [id], needs: ['write'] }, async ({ api, given, session, verify }) => {
    const upload = async () => given.file((await given.fileItem()).id)
    const file = await session.shared('file that is asked for by its id', upload)
    const ask = () => api.raw({ ...requestById(endpoint, file.id), ...send })
    // lawful: a store that shows a new file a moment later, which is blamed on GEN-06 alone
    const answer = await given.eventually(ask, ({ status }) => status === 200)
    verify(id, answer).hasStatus(200, {
      hint: 'access check: the file seems to be tied to the user who uploaded it instead of the organization',
    })
  })
