import { UntestedError, assume, blocked, scenario, type Given, type Session, succeeded } from '#suite'

const needs = ['write', 'max-upload-bytes'] as const
const mebibyte = 1024 * 1024
/** Beyond these an upload would take longer than it is worth. */
const largestSent = {
  smoke: 8 * mebibyte,
  quick: 64 * mebibyte,
  standard: 64 * mebibyte,
  thorough: 512 * mebibyte,
} as const

function limitOf({ configuration }: Session): number {
  const limit = configuration.targetFile.limits?.maxUploadBytes ?? 0
  if (limit <= largestSent[configuration.effort]) return limit
  throw new UntestedError({
    reason: 'missing-fixture',
    needs: 'max-upload-bytes',
    cause:
      'lower the upload limit on the target, or run with --effort thorough: the declared limit is too large to reach',
  })
}

const targets = {
  'an item': (given: Given) => given.fileItem(),
  'a property': (given: Given) => given.fileProperty('text'),
} as const

for (const [target, createTarget] of Object.entries(targets))
  scenario(
    `a file above the size limit is rejected on ${target}`,
    { verifies: ['UP-18'], needs },
    async ({ given, session, verify }) => {
      const { id } = await createTarget(given)
      const { exchange: control } = await given.file(id)
      const answer = await given.sendUpload(id, {
        bytes: given.fileBytes(limitOf(session) + 1),
        allowDuplicate: 'true',
        broken: 'a file above the limit',
      })
      verify('UP-18', answer).isRefused({ status: 400, code: 'file_too_large', control })
    },
  )

scenario(
  'a rejected file above the size limit is not stored',
  { verifies: ['UP-21'], needs },
  async ({ given, session, verify }) => {
    const { id } = await given.fileItem()
    const filename = `too-large-${given.word()}.pdf`
    const answer = await given.sendUpload(id, {
      bytes: given.fileBytes(limitOf(session) + 1),
      allowDuplicate: 'true',
      filename,
      broken: 'a file above the limit',
    })
    assume(!succeeded(answer), blocked('UP-18', 'the target accepted a file above the limit'))
    const kept = `kept-${given.word()}.pdf`
    await given.file(id, { filename: kept })
    const { entries, exchange } = await given.fileWindow()
    const names = new Set(entries.map((entry) => entry['originalFileName']))
    assume(names.has(kept), blocked('FILE-13', 'the file list did not show a new file'))
    verify('UP-21', exchange).eachHas(
      'originalFileName',
      { except: [filename] },
      { among: entries, mayBeMissing: true },
    )
  },
)

scenario(
  'a file of exactly the size limit is accepted',
  { verifies: ['UP-19'], needs },
  async ({ given, session, verify }) => {
    const { id } = await given.fileItem()
    const bytes = given.fileBytes(limitOf(session))
    const answer = await given.sendUpload(id, { bytes, allowDuplicate: 'true' })
    verify('UP-19', answer).isAccepted()
  },
)

scenario(
  'the upload size limit, and the answer to a duplicate of a deleted file, are observed',
  { verifies: ['UP-26'], needs: ['write'] },
  async ({ api, given, observe, session }) => {
    observe('UP-26', 'declared upload limit', session.configuration.targetFile.limits?.maxUploadBytes ?? 'none')
    const item = await given.item()
    const { part } = await given.file(item.id)
    given.requireSuccess(await api.send('deleteProduct', { path: { product_id: item.product.id } }), 'PROD-52')
    const again = await given.sendUpload((await given.fileItem()).id, { bytes: part.bytes })
    observe('UP-26', 'duplicate of a deleted file', again.status)
  },
)
