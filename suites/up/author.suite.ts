import {
  assume,
  fieldOf,
  instantOf,
  scenario,
  type Exchange,
  type MadeFile,
  type MadeProduct,
  type Verify,
} from '#suite'

const needs = ['write'] as const
const tolerance = 5 * 60_000

scenario('an upload is dated now', { verifies: ['UP-25'], needs }, async ({ given, verify }) => {
  const { exchange } = await given.file((await given.fileItem()).id)
  const shown = String(fieldOf(exchange, 'uploadedAt') ?? fieldOf(exchange, 'uploaded_at'))
  const told = instantOf(shown)
  // The time is no required field, and one without an offset is in a zone that nobody knows.
  assume(told !== undefined && told.hasOffset)
  const clocks = [exchange.startedAt, Date.parse(exchange.headers['date'] ?? '')].filter(
    (clock) => !Number.isNaN(clock),
  )
  verify('UP-25', exchange).that({
    claim: 'the upload time is the time of the upload',
    holds: clocks.some((clock) => Math.abs(told.milliseconds - clock) <= tolerance),
    expected: `within five minutes of ${new Date(clocks.at(-1) ?? 0).toISOString()}`,
    received: shown,
    criterion: { kind: 'now', told: shown, tolerance: tolerance / 1000 },
  })
})

scenario(
  'an upload is by whoever made the product with the same key',
  { verifies: ['UP-25'], needs },
  async ({ given, verify }) => {
    const { id, product } = await given.fileItem()
    isByTheCreator(verify, [await given.file(id)], product)
  },
)

scenario(
  'an upload with another key is by its user, whoever made the target',
  { verifies: ['UP-25'], needs: [...needs, 'same-org-key|control:create-key'], causedBy: ['PROD-14'] },
  async ({ given, verify }) => {
    const as = 'same-organization'
    const item = await given.item({ as })
    const onTheirs = await given.file(item.id, { as })
    const onOurs = await given.file((await given.fileItem()).id, { as })
    isByTheCreator(verify, [onTheirs, onOurs], item.product)
  },
)

/** Uploads are by whoever made a product with the same key. */
function isByTheCreator(verify: Verify<'UP-25'>, files: readonly MadeFile[], product: MadeProduct): void {
  const uploads = files.map(({ exchange }) => exchange)
  const creator = userIn(product.exchange, 'createdBy')
  verify('UP-25', uploads).equals((upload) => ({
    claim: 'the uploader is the user whom the key stands for',
    // Null is lawful for the uploader.
    where: creator !== undefined && userIn(upload, 'uploadedBy') !== undefined,
    expected: creator,
    received: userIn(upload, 'uploadedBy'),
    hint: 'whoever made the target may be stored instead',
  }))
}

function userIn(answer: Exchange, field: 'createdBy' | 'uploadedBy'): unknown {
  return fieldOf({ json: fieldOf(answer, field) }, 'id')
}
