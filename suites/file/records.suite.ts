import { isRecord, pick, scenario, textField } from '#suite'
import { usagesOf } from '../subjects/usages.ts'

const needs = ['write'] as const
const told = ['originalFileName', 'userTitle', 'description'] as const

for (const target of ['item', 'property'] as const)
  scenario(
    `a file by id shows its link to the ${target}`,
    { verifies: ['FILE-09'], needs },
    async ({ given, verify }) => {
      const item = await given.fileItem()
      const targetId = target === 'item' ? item.id : (await given.fileProperty('text')).id
      const read = await given.fileRecord((await given.file(targetId)).id)
      verify('FILE-09', read).that({
        claim: `the usages of a file hold its link to the ${target}`,
        holds: usagesOf(read.json).some(
          ({ productId, targetType, ...usage }) =>
            usage.targetId === targetId.toLowerCase() &&
            productId === item.product.id.toLowerCase() &&
            String(targetType).toLowerCase() === target,
        ),
        expected: 'a usage that names the target, its kind and its product',
        received: `${usagesOf(read.json).length} usages, none of them that`,
      })
    },
  )

scenario('the file list shows what a file by id shows', { verifies: ['FILE-10'] }, async ({ api, given, verify }) => {
  const ids = (await given.listedFiles()).flatMap(({ id }) => (typeof id === 'string' ? [id] : [])).slice(0, 4)
  const readAll = () => Promise.all(ids.map((id) => api.send('getFile', { path: { file_id: id } })))
  const before = await readAll()
  const listed = await given.listedFiles()
  const after = await readAll()
  // Others may be at work on these files: what was told before and after stood in between too.
  for (const [index, id] of ids.entries()) {
    const entry = listed.find((one) => one['id'] === id)
    if (entry === undefined) continue
    for (const field of told) {
      if (!isTold(before[index]?.json, field) || !isTold(after[index]?.json, field)) continue
      verify('FILE-10', after[index]).that({
        claim: `an entry of the file list shows ${field} where the file has one`,
        holds: isTold(entry, field),
        expected: `${field} in the entry`,
        received: `${field} by id only`,
      })
    }
  }
})

scenario(
  'a file is listed after its upload, with title and description',
  { verifies: ['FILE-10', 'FILE-13'], needs },
  async ({ api, given, verify }) => {
    const item = await given.fileItem()
    const title = given.name()
    const { id, part } = await given.file(item.id, { userTitle: title })
    given.requireSuccess(
      await api.send('updateFile', { path: { file_id: id }, json: { description: `described ${title}` } }),
      'FILE-15',
    )
    const kinds = [
      { filename: 'list.txt', contentType: 'text/plain' },
      { filename: 'list.pdf', contentType: 'application/pdf' },
    ]
    const { id: propertyId } = await given.fileProperty('text')
    const others = await Promise.all([
      ...kinds.map((kind) => given.file(item.id, kind)),
      given.file(item.id, { bytes: part.bytes, allowDuplicate: 'true' }),
    ])
    const octets = { filename: 'list.bin', contentType: 'application/octet-stream', allowDuplicate: 'true' }
    const ofBytes = await given.sendUpload(item.id, octets)
    const ofProperty = await given.file(propertyId, { filename: 'list.csv', contentType: 'text/csv' })
    let window = await given.fileWindow()
    // A list of one item's files need not have those of its properties.
    const isOfOneItem = window.exchange.request.path.includes(item.id)
    // lawful: types that may not be uploaded
    const maybe = ofBytes.status === 201 ? [textField(ofBytes, 'id', 'FILE-01')] : []
    const due = [id, ...maybe, ...others.map((file) => file.id), ...(isOfOneItem ? [] : [ofProperty.id])]
    const ids = due.map((one) => one.toLowerCase())
    const isListed = (one: string): boolean =>
      window.entries.some((entry) => typeof entry['id'] === 'string' && entry['id'].toLowerCase() === one)
    // Where others remove files meanwhile, pagination may pass over some.
    for (let again = 0; again < 2 && !ids.every(isListed); again += 1) window = await given.fileWindow()
    if (!window.complete && !ids.every(isListed))
      given.untestable({
        reason: 'missing-fixture',
        remedy: 'the file list is so long that new files cannot be found in it; run in a smaller organization',
      })
    verify('FILE-13', window.exchange).equals({
      claim: 'an uploaded file stands in the file list',
      expected: [],
      received: ids.filter((one) => !isListed(one)),
    })
    const entry = window.entries.find((listed) => String(listed['id']).toLowerCase() === id.toLowerCase())
    const read = await given.fileRecord(id)
    const shown = told.filter((field) => isTold(read.json, field))
    verify('FILE-10', window.exchange).equals({
      claim: 'an entry shows the names, the title and the description of the file',
      expected: pick(read.json, shown),
      received: pick(entry, shown),
    })
  },
)

scenario('a title cannot be changed as `title`', { verifies: ['FILE-12'], needs }, async ({ api, given, verify }) => {
  const { id } = await given.file((await given.fileItem()).id, { userTitle: given.name() })
  const title = given.name()
  const json = { title }
  const answer = await api.send('updateFile', { path: { file_id: id }, json, broken: 'a field that was removed' })
  const { json: after } = await given.fileRecord(id)
  verify('FILE-12', answer).that({
    claim: 'an update takes no title from `title`',
    holds: !isRecord(after) || after['userTitle'] !== title,
    expected: 'the title as before',
    received: 'the text of `title` as userTitle',
  })
})

scenario('a title cannot be given as `title`', { verifies: ['FILE-12'], needs }, async ({ api, given, verify }) => {
  const title = given.name()
  const answer = await api.send('uploadFile', {
    path: { target_id: (await given.fileItem()).id },
    form: [{ name: 'title', value: title }, given.filePart()],
    broken: 'a field that was removed',
  })
  verify('FILE-12', answer).that({
    claim: 'an upload takes no title from `title`',
    holds: !isRecord(answer.json) || answer.json['userTitle'] !== title,
    expected: 'another title, or a refusal',
    received: 'the text of `title` as userTitle',
  })
})

function isTold(record: unknown, field: string): boolean {
  return isRecord(record) && typeof record[field] === 'string' && record[field] !== ''
}
