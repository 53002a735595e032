import { assume, blocked, each, entryOf, idsOf, isRecord, sameId, pick, scenario, textField, shownId } from '#suite'
import type { Claim, Exchange, FileWindow, Given, MadeFile, Sources } from '#suite'
import { existingRecords } from './existing-records.ts'
import { fileTargetNames, fileTargets } from '../shared/file-targets.ts'
import { requireAccepted } from '../shared/json-writes.ts'
import { lentFile } from '../shared/lent-file.ts'
import { placementsOf } from '../shared/usages.ts'

// `existingRecords` has sent GET /files/{id} for the first ten files that GET /files lists.

const needs = ['write'] as const
const told = ['originalFileName', 'userTitle', 'description'] as const

for (const target of fileTargetNames)
  scenario(
    `a file by id shows its link to the ${target}`,
    { verifies: ['FILE-09'], needs },
    async ({ given, verify }) => {
      const item = await given.fileItem()
      const { id: targetId } = await fileTargets[target](given)
      const read = await given.fileRecord((await given.file(targetId)).id)
      const usage = placementsOf(read.json).find((one) => sameId(one['target_id'], targetId))
      const place = { target_id: targetId, product_id: item.product.id }
      verify('FILE-09', read).shows(place, { of: 'the usage of a file', in: usage })
      verify('FILE-09', read).eachHas('target_type', [target], { of: 'the usage of a file', among: [usage] })
    },
  )

scenario('the file list shows what a file by id shows', { verifies: ['FILE-10'] }, async (context) => {
  const { given, verify } = context
  const before = (await existingRecords(context)).slice(0, 4)
  const list = await given.fileList()
  await each(before, async (first) => {
    const id = shownId(first.json)
    const read = await given.read('file', id)
    verify('FILE-10', list, [read]).that(showsWhatReadsShowed(entryOf(list, id), [first, read]))
  })
})

/** Others may be at work on a file: what its record told before and after the list stood in between too. */
function showsWhatReadsShowed(entry: unknown, [before, after]: readonly [Exchange, Exchange]): Claim {
  const due = told.filter((field) => isTold(before.json, field) && isTold(after.json, field))
  const [shown, missing] = [due.filter((field) => isTold(entry, field)), due.filter((field) => !isTold(entry, field))]
  return {
    claim: 'an entry of the file list shows the names, the title and the description that the file has',
    where: entry !== undefined && due.length > 0,
    holds: missing.length === 0,
    expected: due.join(', '),
    received: shown.join(', ') || 'none of them',
    criterion: { kind: 'same', expected: after.json, received: entry, fields: missing },
  }
}

interface Listed {
  readonly described: MadeFile
  /** The ids of all of them, lower case. */
  readonly ids: readonly string[]
  readonly window: FileWindow
}

/** POST /files of five files of several types to an item and one to a property, PATCH of the description of the first, and GET /files. */
function uploadedAndListed({ api, given, session }: Sources): Promise<Listed> {
  return session.shared('files that are looked for in the list', async () => {
    const item = await given.fileItem()
    const { id: propertyId } = await given.fileProperty('text')
    const title = given.name()
    const described = await given.file(item.id, { userTitle: title })
    const json = { description: `described ${title}` }
    given.requireSuccess(await api.send('updateFile', { path: { file_id: described.id }, json }), 'FILE-15')
    const others = await Promise.all([
      given.file(item.id, { filename: 'list.txt', contentType: 'text/plain' }),
      given.file(item.id, { filename: 'list.pdf', contentType: 'application/pdf' }),
      given.file(item.id, { bytes: described.part.bytes, allowDuplicate: 'true' }),
    ])
    const octets = { filename: 'list.bin', contentType: 'application/octet-stream', allowDuplicate: 'true' }
    const ofBytes = await given.sendUpload(item.id, octets)
    // lawful: types that may not be uploaded
    const maybe = ofBytes.status === 201 ? [textField(ofBytes, 'id', 'FILE-01')] : []
    const ofProperty = await given.file(propertyId, { filename: 'list.csv', contentType: 'text/csv' })
    const first = await given.fileWindow()
    // A list of one item's files need not have those of its properties.
    const isOfOneItem = first.exchange.request.path.includes(item.id)
    const due = [described.id, ...maybe, ...others.map(({ id }) => id), ...(isOfOneItem ? [] : [ofProperty.id])]
    const ids = due.map((id) => id.toLowerCase())
    return { described, ids, window: missingIn(first, ids).length === 0 ? first : await lookAgain(given, ids) }
  })
}

/** lawful: an index of lists may lag, and where others remove files meanwhile, pagination may pass over some */
function lookAgain(given: Given, ids: readonly string[]): Promise<FileWindow> {
  return given.eventually(
    () => given.fileWindow(),
    (window) => missingIn(window, ids).length === 0,
  )
}

function missingIn({ entries }: FileWindow, ids: readonly string[]): readonly string[] {
  const listed = new Set(idsOf({ json: { items: entries } }))
  return ids.filter((id) => !listed.has(id))
}

scenario('a file is listed after its upload', { verifies: ['FILE-13'], needs }, async (context) => {
  const { ids, window } = await uploadedAndListed(context)
  const missing = missingIn(window, ids)
  assume(window.complete || missing.length === 0, tooLong)
  context.verify('FILE-13', window.exchange).lists(ids, { among: window.entries })
})

const tooLong = {
  reason: 'missing-fixture',
  remedy: 'run in an organization with fewer files: new files cannot be found in the list',
} as const

scenario('a file is listed with its title and description', { verifies: ['FILE-10'], needs }, async (context) => {
  const { given, verify } = context
  const { described, window } = await uploadedAndListed(context)
  const entry = entryOf({ json: { items: window.entries } }, described.id)
  assume(entry !== undefined, blocked('FILE-13', 'the list did not show the file'))
  const read = await given.fileRecord(described.id)
  const shown = told.filter((field) => isTold(read.json, field))
  verify('FILE-10', window.exchange).shows(pick(read.json, shown), { in: entry, beside: [read] })
})

scenario(
  'the title of a file is not changed by a field named title',
  { verifies: ['FILE-12'], needs },
  async (context) => {
    const { api, given, verify } = context
    await requireAccepted('updating a file', context)
    const { id } = await lentFile(context)
    const title = given.name()
    await api.send('updateFile', { path: { file_id: id }, json: { title }, broken: 'a field that was removed' })
    verify('FILE-12', await given.fileRecord(id)).differsIn('userTitle', title)
  },
)

scenario(
  'the title of a file is not set by a field named title',
  { verifies: ['FILE-12'], needs },
  async ({ api, given, verify }) => {
    const path = { target_id: (await given.fileItem()).id }
    await given.file(path.target_id)
    const title = given.name()
    const form = [{ name: 'title', value: title }, given.filePart()]
    const answer = await api.send('uploadFile', { path, form, broken: 'a field that was removed' })
    verify('FILE-12', answer).differsIn('userTitle', title)
  },
)

function isTold(record: unknown, field: string): boolean {
  return isRecord(record) && typeof record[field] === 'string' && record[field] !== ''
}
