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
  { verifies: ['UP-25'], needs: [...needs, 'same-org-key|control:create-key'], causedBy: ['PROD-14'] },
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
    hint: 'whoever made the target may be stored instead',
  })
}

function userIn(record: unknown, field: string): unknown {
  const user = isRecord(record) ? record[field] : undefined
  return isRecord(user) ? user['id'] : undefined
}
