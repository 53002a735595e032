import { scenario, type Exchange, type FormPart } from '#suite'

const needs = ['write'] as const
const invalid = { status: 400, code: 'invalid_request' } as const

scenario('a form without a file is refused', { verifies: ['UP-05'], needs }, async ({ api, given, verify }) => {
  const { id } = await given.fileItem()
  const { exchange: control } = await given.file(id)
  const forms: Readonly<Record<string, readonly FormPart[]>> = {
    'no file': [{ name: 'userTitle', value: given.name() }],
    'no file beside allow_duplicate': [{ name: 'allow_duplicate', value: 'true' }],
  }
  for (const [broken, form] of Object.entries(forms)) {
    const answer = await api.send('uploadFile', { path: { target_id: id }, form, broken })
    verify('UP-05', answer).isRefused({ ...invalid, control })
  }
})

scenario('a file in another field is refused', { verifies: ['UP-05'], needs }, async ({ api, given, verify }) => {
  const { id } = await given.fileItem()
  const { exchange: control } = await given.file(id)
  const answer = await api.send('uploadFile', {
    path: { target_id: id },
    form: [{ ...given.filePart(), name: 'document' }],
    broken: 'the file in another field',
  })
  // lawful: the unknown field may be refused before the missing one, with any code
  verify('UP-05', answer).isRefused({ control })
})

scenario(
  'a file field that nobody filled is refused',
  // Missing or empty: both readings are refused alike.
  { verifies: ['UP-05'], needs, causedBy: ['UP-06'] },
  async ({ api, given, verify }) => {
    const { id } = await given.fileItem()
    const { exchange: control } = await given.file(id)
    const unfilled = { ...given.filePart({ bytes: new Uint8Array() }), filename: '' }
    const answer = await api.send('uploadFile', {
      path: { target_id: id },
      form: [unfilled],
      broken: 'a file field that nobody filled',
    })
    verify('UP-05', answer).isRefused({ ...invalid, control })
  },
)

for (const target of ['item', 'property'] as const)
  scenario(`an empty file on the ${target} is refused`, { verifies: ['UP-06'], needs }, async ({ given, verify }) => {
    const { id } = target === 'item' ? await given.fileItem() : await given.fileProperty('text')
    const { exchange: control } = await given.file(id)
    const bytes = new Uint8Array()
    const answer = await given.sendUpload(id, { bytes, broken: 'an empty file' })
    verify('UP-06', answer).isRefused({ ...invalid, control })
    const allowed = await given.sendUpload(id, { bytes, allowDuplicate: 'true', broken: 'an empty file' })
    verify('UP-06', allowed).isRefused({ ...invalid, control })
    const titled = await given.sendUpload(id, { bytes, userTitle: given.name(), broken: 'an empty file with a title' })
    verify('UP-06', titled).isRefused({ ...invalid, control })
  })

scenario('an upload to what is no target is refused', { verifies: ['UP-16'], needs }, async ({ given, verify }) => {
  const { id, product } = await given.fileItem()
  const { exchange: control, id: fileId } = await given.file(id)
  const noTargets = {
    'an unknown id': given.unknownId(),
    'the id of a product': product.id,
    'the id of a workspace': product.workspaceId,
    'the id of a file': fileId,
  }
  for (const [broken, target] of Object.entries(noTargets)) {
    const answer = await given.sendUpload(target, { broken })
    verify('UP-16', answer).isRefused({ status: 404, code: 'target_not_found', control })
  }
})

scenario(
  'an upload to a deleted item, or to what was in a deleted product, is refused',
  { verifies: ['UP-16'], needs },
  async ({ api, given, verify }) => {
    const { id: propertyId, item } = await given.property('text')
    const { exchange: control } = await given.file(item.id)
    const path = { item_id: item.id }
    // What is known by id still, perhaps marked as deleted, is the affair of other rules.
    const isRefused = async (target: string, read: Exchange): Promise<void> => {
      if (read.status !== 404) return
      const answer = await given.sendUpload(target, { broken: 'a deleted target' })
      verify('UP-16', answer).isRefused({ status: 404, code: 'target_not_found', control })
    }
    const other = await given.item({ product: item.product })
    given.requireSuccess(await api.send('deleteItem', { path }), 'ITEM-07')
    await isRefused(item.id, await api.send('getItem', { path }))
    await isRefused(propertyId, await api.send('getProperty', { path: { property_id: propertyId } }))
    given.requireSuccess(await api.send('deleteProduct', { path: { product_id: item.product.id } }), 'PROD-52')
    await isRefused(other.id, await api.send('getItem', { path: { item_id: other.id } }))
  },
)

for (const kind of ['item', 'property'] as const)
  scenario(
    `an upload to a foreign ${kind} is forbidden`,
    { verifies: ['UP-17'], needs: ['second-key|fixture:foreign-ids', 'write'], causedBy: ['PROP-34'] },
    async ({ given, verify }) => {
      const target = await given.foreignId(kind)
      const { exchange: control } = await given.file((await given.fileItem()).id)
      const answer = await given.sendUpload(target)
      verify('UP-17', answer).isRefused({ status: 403, code: 'forbidden', control })
    },
  )

scenario('a body that is no form is refused', { verifies: ['UP-23'], needs }, async ({ api, given, verify }) => {
  const { id } = await given.fileItem()
  const { exchange: control } = await given.file(id)
  const path = { target_id: id }
  const bodies = {
    'a JSON body': { json: { file: 'text', userTitle: given.name() } },
    'the bare bytes': { rawBody: given.filePart().bytes, contentType: 'application/octet-stream' },
    'a form in the other encoding': {
      rawBody: 'file=text&allow_duplicate=true',
      contentType: 'application/x-www-form-urlencoded',
    },
    'a text': { rawBody: 'text', contentType: 'text/plain' },
  }
  for (const [broken, body] of Object.entries(bodies)) {
    const answer = await api.send('uploadFile', { path, ...body, broken })
    verify('UP-23', answer).isRefused({ control })
  }
})

scenario('a refused upload leaves no file', { verifies: ['UP-21'], needs }, async ({ api, given, verify }) => {
  const { id } = await given.fileItem()
  const { part } = await given.file(id, { filename: `kept-${given.word()}.pdf` })
  const names = Array.from({ length: 4 }, () => `refused-${given.word()}.pdf`)
  const [first = '', second = '', third = '', fourth = ''] = names
  const answers = [
    await given.sendUpload(id, { bytes: part.bytes, filename: first }),
    await given.sendUpload(given.unknownId(), { filename: second, broken: 'an unknown target' }),
    await given.sendUpload(id, { filename: third, allowDuplicate: 'perhaps', broken: 'no boolean' }),
    await api.send('uploadFile', {
      path: { target_id: id },
      form: [{ ...given.filePart({ filename: fourth }), name: 'document' }],
      broken: 'the file in another field',
    }),
  ]
  // What was taken is the affair of the rule that it breaks.
  const refused = names.filter((_, index) => (answers[index]?.status ?? 0) >= 400)
  const { entries, exchange } = await given.fileWindow()
  const kept = part.filename ?? ''
  if (refused.length === 0 || !entries.some((entry) => entry['originalFileName'] === kept))
    given.untestable({
      reason: 'blocked',
      blockedBy: refused.length === 0 ? ['UP-09'] : ['FILE-13'],
      cause: 'an upload that is refused, and a file list in which a new file is found',
    })
  verify('UP-21', exchange).equals({
    claim: 'no file of a refused upload stands in the list',
    expected: [],
    received: refused.filter((name) => entries.some((entry) => entry['originalFileName'] === name)),
  })
})
