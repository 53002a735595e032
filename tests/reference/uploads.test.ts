import { expect, test } from 'vitest'
import { FileService, idOf, listed, someBytes } from './file-service.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'

test('an upload is answered with the record and its new link', async () => {
  await using service = await FileService.start()
  const answer = await service.upload(service.itemId, {
    bytes: someBytes(300),
    name: 'Schnitt – A.png',
    type: 'image/png',
  })
  expect(answer.status).toBe(201)
  expect(answer.json).toMatchObject({
    name: 'Schnitt – A.png',
    originalFileName: 'Schnitt – A.png',
    userTitle: 'Schnitt – A.png',
    content_type: 'image/png',
    size_bytes: 300,
    description: null,
    description_status: null,
    deleted: false,
    used_in: [{ product_id: service.productId, target_type: 'item', target_id: service.itemId, property_type: null }],
  })
})

test.each([
  ['text', { value: 'x' }],
  ['date', { value: '2026-02-28' }],
  ['status', { value: 'Draft' }],
  ['numeric', { value: 1, category: 'Length', display_unit: 'mm' }],
  ['matrix', { value: '[[1,2],[3,4]]', category: 'Length', display_unit: 'mm' }],
  ['formula', { expression: '1 + 1' }],
])('the type of a %s property is found by itself', async (type, content) => {
  await using service = await FileService.start()
  const property = await service.post('/properties', { item_id: service.itemId, type, name: type, ...content })
  const answer = await service.upload(idOf(property.json), { bytes: someBytes(3) })
  expect(answer.json['used_in']).toMatchObject([
    { target_type: 'property', target_id: idOf(property.json), property_type: type },
  ])
})

test('the title of an upload is stored as it was sent', async () => {
  await using service = await FileService.start()
  const answer = await service.upload(service.itemId, {
    bytes: someBytes(3),
    fields: { userTitle: ' Schnitt  B ', title: 'C' },
  })
  expect(answer.json['userTitle']).toBe(' Schnitt  B ')
})

test('a missing and an empty file are refused with 400', async () => {
  await using service = await FileService.start()
  const missing = await service.upload(service.itemId, { fields: { userTitle: 'x' } })
  const empty = await service.upload(service.itemId, { bytes: someBytes(0) })
  expect([missing, empty].map(({ status, json }) => [status, json['error']])).toEqual([
    [400, 'invalid_request'],
    [400, 'invalid_request'],
  ])
})

test.each([
  ['JSON', 'application/json', '{}'],
  ['bare bytes', 'application/octet-stream', 'abc'],
  ['a form without a boundary', 'multipart/form-data', 'abc'],
  ['a form that ends early', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="file"'],
  ['an empty form', 'multipart/form-data; boundary=b', ''],
])('%s is no upload', async (_title, type, body) => {
  await using service = await FileService.start()
  const init = { method: 'POST', headers: { 'content-type': type }, body }
  const answer = await service.call(`/files/${service.itemId}`, init)
  expect([answer.status, answer.json['error']]).toEqual([400, 'invalid_request'])
})

test('a file of exactly the limit is accepted, one byte more is not', async () => {
  await using service = await FileService.start({ maxUploadBytes: 100_000 })
  const accepted = await service.upload(service.itemId, { bytes: someBytes(100_000) })
  const refused = await service.upload(service.itemId, { bytes: someBytes(100_001) })
  expect([accepted.status, refused.status, refused.json['error']]).toEqual([201, 400, 'file_too_large'])
})

test('what is no draft item or property of the organization is no target', async () => {
  await using service = await FileService.start()
  const { foreign } = service.reference.fixtures
  const made = idOf((await service.upload(service.itemId, { bytes: someBytes(9) })).json)
  const targets = [unknownId, 'nowhere', service.productId, made]
  const unknown = await Promise.all(targets.map((id) => service.upload(id, { bytes: someBytes(5) })))
  expect(unknown.map(({ status, json }) => [status, json['error']])).toEqual(
    targets.map(() => [404, 'target_not_found']),
  )
  const others = [foreign?.itemId ?? '', foreign?.propertyId ?? '']
  const forbidden = await Promise.all(others.map((id) => service.upload(id, { bytes: someBytes(5) })))
  expect(forbidden.map(({ status, json }) => [status, json['error']])).toEqual(others.map(() => [403, 'forbidden']))
})

test('size and type make a duplicate, name and bytes do not', async () => {
  await using service = await FileService.start()
  await service.upload(service.itemId, { bytes: someBytes(500) })
  const before = await listed(service, `/files?product_id=${service.productId}`)
  const refused = await service.upload(service.itemId, { bytes: Buffer.alloc(500, 1), name: 'other.txt' })
  const asDefault = await service.upload(service.itemId, {
    bytes: someBytes(500),
    fields: { allow_duplicate: 'false' },
  })
  expect([refused.status, refused.json['error'], asDefault.status]).toEqual([409, 'duplicate_file', 409])
  expect(await listed(service, `/files?product_id=${service.productId}`)).toEqual(before)
  const longer = await service.upload(service.itemId, { bytes: someBytes(501) })
  const typed = await service.upload(service.itemId, { bytes: someBytes(500), type: 'text/csv' })
  const allowed = await service.upload(service.itemId, { bytes: someBytes(500), fields: { allow_duplicate: 'true' } })
  expect([longer.status, typed.status, allowed.status]).toEqual([201, 201, 201])
})

test('a duplicate in another workspace is none', async () => {
  await using service = await FileService.start()
  const workspaceId = idOf((await listed(service, '/workspaces'))[1])
  const product = await service.post('/products', { workspace_id: workspaceId, name: 'Valve', readable_id: 'valve_8' })
  const item = await service.post('/items', { product_id: idOf(product.json), name: 'Seat' })
  await service.upload(service.itemId, { bytes: someBytes(40) })
  expect((await service.upload(idOf(item.json), { bytes: someBytes(40) })).status).toBe(201)
})

test('an allow_duplicate that is no boolean is named', async () => {
  await using service = await FileService.start()
  const answer = await service.upload(service.itemId, { bytes: someBytes(40), fields: { allow_duplicate: 'yes' } })
  expect(answer.status).toBe(422)
  expect(answer.json['details']).toMatchObject({ errors: [{ loc: ['body', 'allow_duplicate'] }] })
})

test('one of several simultaneous uploads of the same size and type gets in', async () => {
  await using service = await FileService.start()
  const uploads = Array.from({ length: 6 }, () => service.upload(service.itemId, { bytes: someBytes(77) }))
  const statuses = (await Promise.all(uploads)).map(({ status }) => status)
  expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 409, 409, 409, 409, 409])
})

test.each([
  ['../../etc/passwd', 'passwd'],
  [String.raw`C:\plans\rear "A".pdf`, 'rear "A".pdf'],
  ['..', 'unnamed'],
  ['😀'.repeat(300), '😀'.repeat(255)],
])('a hostile file name is tamed: %s', async (sent, kept) => {
  await using service = await FileService.start()
  const answer = await service.upload(service.itemId, { bytes: someBytes(4), name: sent })
  expect([answer.status, answer.json['originalFileName']]).toEqual([201, kept])
  const download = await service.get(`/files/${idOf(answer.json)}/download`)
  expect(download.status).toBe(200)
})
