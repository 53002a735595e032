import { instantOf, isRecord, scenario, type Exchange, type MadeItem, type Verify } from '#suite'

const needs = ['write'] as const
const tolerance = 5 * 60_000

scenario('an upload is dated now', { verifies: ['UP-25'], needs }, async ({ given, verify }) => {
  const { exchange } = await given.file((await given.fileItem()).id)
  const record = isRecord(exchange.json) ? exchange.json : {}
  const told = instantOf(record['uploadedAt'] ?? record['uploaded_at'])
  // The time is no required field, and one without an offset is in a zone that nobody knows.
  if (told === undefined || !told.hasOffset) return
  const date = Date.parse(exchange.headers['date'] ?? '')
  const clocks = [exchange.startedAt, ...(Number.isNaN(date) ? [] : [date])]
  verify('UP-25', exchange).that({
    claim: 'the upload time is the time of the upload',
    holds: clocks.some((clock) => Math.abs(told.milliseconds - clock) <= tolerance),
    expected: `within five minutes of ${new Date(clocks.at(-1) ?? 0).toISOString()}`,
    received: new Date(told.milliseconds).toISOString(),
  })
})

scenario(
  'an upload keeps its time when its record is updated',
  { verifies: ['UP-25'], needs },
  async ({ api, given, verify }) => {
    const { id } = await given.file((await given.fileItem()).id)
    const before = uploadTimeOf((await given.fileRecord(id)).json)
    if (before === undefined) return
    const json = { userTitle: given.name(), description: 'described' }
    given.requireSuccess(await api.send('updateFile', { path: { file_id: id }, json }), 'FILE-14')
    const read = await given.fileRecord(id)
    verify('UP-25', read).equals({
      claim: 'the upload time is as before an update of the record',
      expected: before,
      received: uploadTimeOf(read.json),
    })
  },
)

function uploadTimeOf(json: unknown): number | undefined {
  const record = isRecord(json) ? json : {}
  return instantOf(record['uploadedAt'] ?? record['uploaded_at'])?.milliseconds
}

scenario(
  'an upload is by whoever made the product with the same key',
  { verifies: ['UP-25'], needs },
  async ({ given, verify }) => {
    const { id, product } = await given.fileItem()
    const { exchange } = await given.file(id)
    isByTheCreator(verify, exchange, product)
  },
)

scenario(
  'an upload with another key is by its user, whoever made the target',
  { verifies: ['UP-25'], needs: [...needs, 'same-org-key|control:create-key'] },
  async ({ given, session, verify }) => {
    const as = 'same-organization'
    await session.ensureKey(as)
    const item = await given.item({ as })
    for (const { id } of [item, await given.fileItem()]) {
      const { exchange } = await given.file(id, { as })
      isByTheCreator(verify, exchange, item.product)
    }
  },
)

scenario(
  'an upload stays that of its user when another key updates the record',
  { verifies: ['UP-25'], needs: [...needs, 'same-org-key|control:create-key'], causedBy: ['AUTH-23'] },
  async ({ api, given, session, verify }) => {
    const as = 'same-organization'
    await session.ensureKey(as)
    const { id } = await given.file((await given.fileItem()).id)
    const before = userIn((await given.fileRecord(id)).json, 'uploadedBy')
    if (before === undefined) return
    const json = { userTitle: given.name() }
    given.requireSuccess(await api.send('updateFile', { path: { file_id: id }, json, as }), 'AUTH-23')
    const read = await given.fileRecord(id)
    verify('UP-25', read).equals({
      claim: 'the uploader is as before an update by another key',
      expected: before,
      received: userIn(read.json, 'uploadedBy'),
      hint: 'whoever updates may be written down as the uploader',
    })
  },
)

/** An upload is by whoever made a product with the same key. */
function isByTheCreator(verify: Verify<'UP-25'>, exchange: Exchange, product: MadeItem['product']): void {
  const uploader = userIn(exchange.json, 'uploadedBy')
  const creator = userIn(product.exchange.json, 'createdBy')
  // Null is lawful for the uploader.
  if (uploader === undefined || creator === undefined) return
  verify('UP-25', exchange).equals({
    claim: 'the uploader is the user whom the key stands for',
    expected: creator,
    received: uploader,
    hint: 'whoever made the target may be written down',
  })
}

function userIn(record: unknown, field: string): unknown {
  const user = isRecord(record) ? record[field] : undefined
  return isRecord(user) ? user['id'] : undefined
}
