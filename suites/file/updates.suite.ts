import { isRecord, pick, race, scenario, type CheckContext, type Exchange } from '#suite'

const needs = ['write'] as const
// Generated descriptions that come over a person's text have rules of their own.
const causedBy = ['AI-04', 'AI-07'] as const

/** A file whose title and description a person has given. */
async function toldFile({ api, given }: Pick<CheckContext, 'api' | 'given'>): Promise<{ id: string; title: string }> {
  const title = given.name()
  const { id } = await given.file((await given.fileItem()).id, { userTitle: title })
  const json = { description: `before ${title}` }
  given.requireSuccess(await api.send('updateFile', { path: { file_id: id }, json }), 'FILE-15')
  given.requireShown(await given.fileRecord(id), { fields: json, by: 'FILE-15' })
  return { id, title }
}

/** The answer to an update need not show fields that are optional; the record by id is held to all of them. */
function compared(
  { endpoint, json }: Exchange,
  expected: Readonly<Record<string, unknown>>,
): { readonly expected: unknown; readonly received: unknown } {
  const fields = Object.keys(expected)
  const shown = endpoint === 'getFile' ? fields : fields.filter((field) => isRecord(json) && field in json)
  return { expected: pick(expected, shown), received: pick(json, shown) }
}

scenario(
  'an update of the title changes it and leaves the description',
  { verifies: ['FILE-14'], needs, causedBy },
  async ({ api, given, verify }) => {
    const { id, title } = await toldFile({ api, given })
    const userTitle = given.name()
    const answer = await api.send('updateFile', { path: { file_id: id }, json: { userTitle } })
    verify('FILE-14', answer).isAccepted(200)
    for (const shown of [answer, await given.fileRecord(id)])
      verify('FILE-14', shown).equals({
        claim: 'the title is the new one and the description as before',
        ...compared(shown, { userTitle, description: `before ${title}` }),
      })
  },
)

scenario(
  'an update of the description changes it and leaves the title',
  { verifies: ['FILE-15'], needs, causedBy },
  async ({ api, given, verify }) => {
    const { id } = await given.file((await given.fileItem()).id, { userTitle: given.name() })
    const before = pick((await given.fileRecord(id)).json, ['userTitle'])
    for (const description of ['first', 'second']) {
      const answer = await api.send('updateFile', { path: { file_id: id }, json: { description } })
      verify('FILE-15', answer).isAccepted(200)
      for (const shown of [answer, await given.fileRecord(id)])
        verify('FILE-15', shown).equals({
          claim: 'the description is the new one and the title as before',
          ...compared(shown, { ...before, description }),
        })
    }
  },
)

scenario(
  'title and description are updated together',
  { verifies: ['FILE-14', 'FILE-15'], needs, causedBy },
  async ({ api, given, verify }) => {
    const { id } = await toldFile({ api, given })
    const json = { userTitle: given.name(), description: 'together' }
    given.requireSuccess(await api.send('updateFile', { path: { file_id: id }, json }), 'FILE-14')
    const read = await given.fileRecord(id)
    verify('FILE-14', read).equals({
      claim: 'the title is updated beside the description',
      expected: pick(json, ['userTitle']),
      received: pick(read.json, ['userTitle']),
    })
    verify('FILE-15', read).equals({
      claim: 'the description is updated beside the title',
      expected: pick(json, ['description']),
      received: pick(read.json, ['description']),
    })
  },
)

for (const [field, other, requirement, ofTheOther] of [
  ['userTitle', 'description', 'FILE-14', 'FILE-15'],
  ['description', 'userTitle', 'FILE-15', 'FILE-14'],
] as const)
  race(
    `a ${field} is kept where the ${other} is updated at the same time`,
    { verifies: [requirement], needs, causedBy: [...causedBy, ofTheOther] },
    async ({ api, given, verify }) => {
      const files = await Promise.all([toldFile({ api, given }), toldFile({ api, given }), toldFile({ api, given })])
      const wishes = files.map(({ id }) => ({ path: { file_id: id }, text: `after ${given.name()}` }))
      // The one that comes first is lost where the second one writes back what it has read.
      const answers = await api.simultaneously(
        wishes.flatMap(({ path, text }) =>
          [field, other].map((name) => api.request('updateFile', { path, json: { [name]: text } })),
        ),
      )
      for (const [index, { path, text }] of wishes.entries()) {
        // A refusal of one that came too late is lawful: what was taken is to be kept.
        if ((answers[2 * index]?.status ?? 500) > 299) continue
        const read = await given.fileRecord(path.file_id)
        verify(requirement, read).equals({
          claim: `each ${field} is kept`,
          expected: { [field]: text },
          received: pick(read.json, [field]),
          hint: 'an update may write all fields back as it read them',
        })
      }
    },
  )

scenario(
  'an empty text clears the description',
  { verifies: ['FILE-16'], needs, causedBy },
  async ({ api, given, verify }) => {
    const { id } = await toldFile({ api, given })
    const answer = await api.send('updateFile', { path: { file_id: id }, json: { description: '' } })
    verify('FILE-16', answer).isAccepted(200)
    for (const shown of [answer, await given.fileRecord(id)]) {
      const description = isRecord(shown.json) ? shown.json['description'] : undefined
      verify('FILE-16', shown).that({
        claim: 'the description is gone',
        holds: description === undefined || description === null || description === '',
        expected: 'an empty text, null or nothing',
        received: 'a description',
      })
    }
  },
)

scenario(
  'an empty update of a file changes nothing',
  { verifies: ['FILE-17'], needs, causedBy },
  async ({ api, given, verify }) => {
    const { id } = await toldFile({ api, given })
    const fields = ['userTitle', 'description', 'originalFileName', 'name', 'size_bytes', 'content_type', 'deleted']
    const before = await given.fileRecord(id)
    const answer = await api.send('updateFile', { path: { file_id: id }, json: {} })
    verify('FILE-17', answer).isAccepted(200)
    verify('FILE-17', answer).equals({
      claim: 'the file is as before the empty update',
      expected: pick(before.json, fields),
      received: pick((await given.fileRecord(id)).json, fields),
    })
  },
)

const wrongValues = [5, true, ['a text'], { text: 'a text' }] as const

for (const field of ['userTitle', 'description'] as const)
  scenario(
    `an update refuses a ${field} that is no text`,
    { verifies: ['FILE-18'], needs },
    async ({ api, given, verify }) => {
      const { id } = await given.file((await given.fileItem()).id)
      const path = { file_id: id }
      const control = given.requireSuccess(
        await api.send('updateFile', { path, json: { [field]: 'a text' } }),
        field === 'userTitle' ? 'FILE-14' : 'FILE-15',
      )
      for (const value of wrongValues) {
        const broken = `${field} is ${Array.isArray(value) ? 'an array' : `a ${typeof value}`}`
        const answer = await api.send('updateFile', { path, json: { [field]: value }, broken })
        verify('FILE-18', answer).isRefused({ status: 422, control })
      }
    },
  )
