import { errorCodeOf, isRecord, race, scenario, textOf, type Exchange } from '#suite'
import { usagesOf } from '../subjects/usages.ts'
import { sameMediaType } from '../subjects/media-type.ts'

const needs = ['write'] as const
/** Whoever refuses every upload refuses none for a reason of its own. */
const refused = ['UP-01'] as const
const duplicate = { status: 409, code: 'duplicate_file' } as const

/** Files of strangers may have a size too: a refusal as a duplicate counts when it comes again with other sizes. */
async function unlessByChance(attempt: () => Promise<Exchange>): Promise<Exchange> {
  for (let tried = 0; tried < 2; tried += 1) {
    const answer = await attempt()
    if (errorCodeOf(answer) !== 'duplicate_file') return answer
  }
  return attempt()
}

const likenesses = [
  { what: 'the very same file', name: 'same', bytes: 'same' },
  { what: 'a file of another name', name: 'other', bytes: 'same' },
  { what: 'a file of other bytes', name: 'same', bytes: 'other' },
  { what: 'a file of another name and other bytes', name: 'other', bytes: 'other' },
] as const

for (const { what, name, bytes } of likenesses)
  scenario(`${what} is a duplicate by size and type`, { verifies: ['UP-09'], needs }, async ({ given, verify }) => {
    const { id } = await given.fileItem()
    const { part, exchange: control } = await given.file(id)
    const answer = await given.sendUpload(id, {
      bytes: bytes === 'same' ? part.bytes : given.fileBytes(part.bytes.length),
      ...(name === 'same' ? {} : { filename: `${given.word()}.pdf` }),
    })
    verify('UP-09', answer).isRefused({ ...duplicate, control, hint: 'size and type make a duplicate, nothing else' })
  })

const places = ['a property of the item', 'another item of the product', 'an item of another product'] as const

for (const place of places)
  scenario(`a duplicate is refused on ${place}`, { verifies: ['UP-09'], needs }, async ({ given, verify }) => {
    const item = await given.fileItem()
    const { part, exchange: control } = await given.file(item.id)
    const elsewhere = {
      'a property of the item': async () => (await given.fileProperty('text')).id,
      'another item of the product': async () => (await given.item({ product: item.product })).id,
      'an item of another product': async () => (await given.item()).id,
    }
    const answer = await given.sendUpload(await elsewhere[place](), { bytes: part.bytes })
    verify('UP-09', answer).isRefused({ ...duplicate, control, hint: 'the check may look at the target only' })
  })

scenario(
  'a duplicate of a file that another key of the organization uploaded is refused',
  { verifies: ['UP-09'], needs: ['same-org-key|control:create-key', 'write'], causedBy: ['AUTH-23'] },
  async ({ given, verify }) => {
    const as = 'same-organization'
    const { id } = await given.fileItem()
    const { part } = await given.file(id)
    // lawful: a key may have fewer rights, and may upload nothing at all.
    const { exchange: control } = await given.file(id, { as })
    const answer = await given.sendUpload(id, { bytes: part.bytes, as })
    verify('UP-09', answer).isRefused({
      ...duplicate,
      control,
      hint: "the check may look at the uploader's files only",
    })
  },
)

scenario('a duplicate of a large file is refused', { verifies: ['UP-09'], needs }, async ({ given, verify }) => {
  const { id } = await given.fileItem()
  // Beyond the sizes at which a body is taken in pieces, or goes to a file.
  const size = 150_000 + given.freshSize()
  const first = await given.sendUpload(id, { bytes: given.fileBytes(size), allowDuplicate: 'true' })
  if (first.status >= 400) given.untestable({ reason: 'capability-absent', cause: `a file of ${size} bytes` })
  const answer = await given.sendUpload(id, { bytes: given.fileBytes(size) })
  verify('UP-09', answer).isRefused({ ...duplicate, control: first, hint: 'the size may be known too late' })
})

scenario(
  'a duplicate of a file of a property is refused',
  { verifies: ['UP-09'], needs },
  async ({ given, verify }) => {
    const { id: property } = await given.fileProperty('text')
    const { part, exchange: control } = await given.file(property)
    for (const target of [(await given.fileItem()).id, property]) {
      const answer = await given.sendUpload(target, { bytes: part.bytes })
      verify('UP-09', answer).isRefused({ ...duplicate, control, hint: 'the check may look at files of items only' })
    }
  },
)

for (const [what, difference] of [
  ['longer', 1],
  ['shorter', -1],
] as const)
  scenario(
    `a file that is a byte ${what} is none`,
    { verifies: ['UP-10'], needs, causedBy: refused },
    async ({ given, verify }) => {
      const { id } = await given.fileItem()
      const answer = await unlessByChance(async () => {
        const { part } = await given.file(id)
        const bytes = Buffer.concat([part.bytes, Buffer.of(0)]).subarray(0, part.bytes.length + difference)
        return given.sendUpload(id, { bytes })
      })
      verify('UP-10', answer).isAccepted()
    },
  )

scenario(
  'a file of the same size and another type is none',
  { verifies: ['UP-11'], needs, causedBy: refused },
  async ({ given, verify }) => {
    const { id } = await given.fileItem()
    const text = { contentType: 'text/plain', filename: 'same.txt' }
    // lawful: a type told from the bytes. Only where the records show two types are there two.
    const types = await Promise.all(
      [{}, { ...text, bytes: textOf(given.freshSize()), allowDuplicate: 'true' }].map(async (options) => {
        const answer = await given.sendUpload(id, options)
        return isRecord(answer.json) ? answer.json['content_type'] : undefined
      }),
    )
    if (types.some((type) => typeof type !== 'string') || sameMediaType(String(types[0]), String(types[1])))
      given.untestable({ reason: 'capability-absent', cause: 'two types of files that the records tell apart' })
    const answer = await unlessByChance(async () => {
      const { part } = await given.file(id)
      return given.sendUpload(id, { ...text, bytes: textOf(part.bytes.length) })
    })
    verify('UP-11', answer).isAccepted()
  },
)

scenario(
  'the same file is taken in another workspace',
  { verifies: ['UP-12'], needs, causedBy: refused },
  async ({ given, verify }) => {
    const [workspaceHere, workspaceThere] = await given.twoWorkspaces()
    const here = await given.item({ product: await given.product({ workspace_id: workspaceHere }) })
    const there = await given.item({ product: await given.product({ workspace_id: workspaceThere }) })
    const answer = await unlessByChance(async () => {
      const { part } = await given.file(here.id)
      return given.sendUpload(there.id, { bytes: part.bytes })
    })
    verify('UP-12', answer).isAccepted()
  },
)

scenario(
  'the same file is taken in another organization',
  { verifies: ['UP-12'], needs: ['write', 'second-key'], causedBy: refused },
  async ({ given, session, verify }) => {
    const as = 'other-organization'
    await session.ensureKey(as)
    const there = await given.item({ as })
    // Two organizations may well have workspaces of the same names.
    for (const workspace_id of (await given.workspaces()).slice(0, 3)) {
      const here = await given.item({ product: await given.product({ workspace_id }) })
      const answer = await unlessByChance(async () => {
        const { part } = await given.file(here.id)
        return given.sendUpload(there.id, { bytes: part.bytes, as })
      })
      verify('UP-12', answer).isAccepted()
    }
  },
)

scenario(
  'a duplicate is taken where it is allowed',
  { verifies: ['UP-13'], needs, causedBy: [...refused, 'UP-02'] },
  async ({ given, verify }) => {
    const { product, id } = await given.fileItem()
    const { part } = await given.file(id)
    for (const target of [id, (await given.item({ product })).id, (await given.fileProperty('text')).id]) {
      const answer = await given.sendUpload(target, { bytes: part.bytes, allowDuplicate: 'true' })
      verify('UP-13', answer).isAccepted()
      verify('UP-13', answer).equals({
        claim: 'the first usage describes the link of the duplicate',
        expected: target.toLowerCase(),
        received: usagesOf(answer.json)[0]?.targetId,
      })
    }
  },
)

scenario(
  'a duplicate of several files that were allowed is refused',
  { verifies: ['UP-09'], needs },
  async ({ given, verify }) => {
    const { id } = await given.fileItem()
    const { part, exchange: control } = await given.file(id)
    given.requireSuccess(await given.sendUpload(id, { bytes: part.bytes, allowDuplicate: 'true' }), 'UP-13')
    const answer = await given.sendUpload(id, { bytes: part.bytes, userTitle: given.name() })
    verify('UP-09', answer).isRefused({ ...duplicate, control, hint: 'one that was allowed is as good as any' })
  },
)

scenario(
  'a duplicate of a file that was given another title is refused',
  { verifies: ['UP-09'], needs },
  async ({ api, given, verify }) => {
    const { id } = await given.fileItem()
    const { id: first, part, exchange: control } = await given.file(id)
    const json = { userTitle: given.name(), description: 'described' }
    given.requireSuccess(await api.send('updateFile', { path: { file_id: first }, json }), 'FILE-14')
    const answer = await given.sendUpload(id, { bytes: part.bytes })
    verify('UP-09', answer).isRefused({ ...duplicate, control })
  },
)

scenario('a duplicate that is not allowed is refused', { verifies: ['UP-14'], needs }, async ({ given, verify }) => {
  const { id } = await given.fileItem()
  const { part, exchange: control } = await given.file(id)
  const byDefault = await given.sendUpload(id, { bytes: part.bytes })
  if (byDefault.status < 400)
    given.untestable({ reason: 'blocked', blockedBy: ['UP-09'], cause: 'a duplicate was taken by default' })
  const answer = await given.sendUpload(id, { bytes: part.bytes, allowDuplicate: 'false' })
  verify('UP-14', answer).isRefused({ ...duplicate, control, hint: 'the text "false" may count as true' })
})

scenario(
  'a file is taken that is said to be no duplicate',
  { verifies: ['UP-14'], needs, causedBy: refused },
  async ({ given, verify }) => {
    const { id } = await given.fileItem()
    const answer = await unlessByChance(() => given.sendUpload(id, { allowDuplicate: 'false' }))
    verify('UP-14', answer).isAccepted()
  },
)

for (const allowDuplicate of ['perhaps', '2'])
  scenario(
    `an allow_duplicate of "${allowDuplicate}" is refused`,
    { verifies: ['UP-15'], needs },
    async ({ given, verify }) => {
      const { id } = await given.fileItem()
      const { exchange: control } = await given.file(id, { allowDuplicate: 'false' })
      const answer = await given.sendUpload(id, { allowDuplicate, broken: 'an allow_duplicate that is no boolean' })
      verify('UP-15', answer).isRefused({ control })
    },
  )

const contenders = 5

race(
  'one of several simultaneous uploads to several targets gets in',
  { verifies: ['UP-22'], needs, causedBy: ['UP-01', 'UP-09', 'UP-10'] },
  async ({ api, given, verify }) => {
    const targets = [(await given.fileItem()).id, (await given.fileProperty('text')).id]
    const contend = async (): Promise<readonly Exchange[]> => {
      const size = given.freshSize()
      return api.simultaneously(
        [...targets, ...targets].map((id) =>
          api.request('uploadFile', {
            path: { target_id: id },
            form: [given.filePart({ bytes: given.fileBytes(size), filename: `${given.word()}.pdf` })],
          }),
        ),
      )
    }
    let answers = await contend()
    // A stranger's file may have the size.
    if (answers.every((answer) => errorCodeOf(answer) === 'duplicate_file')) answers = await contend()
    verify('UP-22', answers[0]).equals({
      claim: 'one upload is taken and the others are duplicates, whatever the target',
      expected: [201, 409, 409, 409],
      received: answers.map(({ status }) => status).toSorted((one, other) => one - other),
      hint: 'each target may have a lock of its own',
    })
  },
)

race(
  'one of several simultaneous uploads of one size and type gets in',
  { verifies: ['UP-22'], needs, causedBy: ['UP-01', 'UP-09', 'UP-10'] },
  async ({ api, given, verify }) => {
    const { id } = await given.fileItem()
    const contend = async (): Promise<readonly Exchange[]> => {
      const size = given.freshSize()
      return api.simultaneously(
        Array.from({ length: contenders }, () =>
          api.request('uploadFile', {
            path: { target_id: id },
            form: [given.filePart({ bytes: given.fileBytes(size), filename: `${given.word()}.pdf` })],
          }),
        ),
      )
    }
    let answers = await contend()
    // A stranger's file may have the size.
    if (answers.every((answer) => errorCodeOf(answer) === 'duplicate_file')) answers = await contend()
    verify('UP-22', answers[0]).equals({
      claim: 'one upload is taken and the others are duplicates',
      expected: [201, ...Array.from({ length: contenders - 1 }, () => 409)],
      received: answers.map(({ status }) => status).toSorted((one, other) => one - other),
      hint: 'the check and the writing may not be one step',
    })
  },
)
