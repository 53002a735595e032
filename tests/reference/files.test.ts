import { expect, test } from 'vitest'
import { FileService, idOf, listed, someBytes } from './file-service.ts'

async function uploaded(service: FileService, size: number): Promise<string> {
  const answer = await service.upload(service.itemId, { bytes: someBytes(size), fields: { userTitle: 'First' } })
  return idOf(answer.json)
}

test('a file by id is what the list shows', async () => {
  await using service = await FileService.start()
  const id = await uploaded(service, 10)
  expect(await listed(service, `/files?item_id=${service.itemId}`)).toEqual([(await service.get(`/files/${id}`)).json])
})

test('title and description change independently, and nothing else does', async () => {
  await using service = await FileService.start()
  const id = await uploaded(service, 10)
  const before = (await service.get(`/files/${id}`)).json
  const titled = await service.patch(`/files/${id}`, { userTitle: ' e\u0301 ', title: 'x', name: 'y' })
  expect(titled.json).toEqual({ ...before, userTitle: ' e\u0301 ' })
  const described = await service.patch(`/files/${id}`, { description: ' d ' })
  expect(described.json).toEqual({ ...titled.json, description: ' d ', description_status: 'dismissed' })
  expect((await service.patch(`/files/${id}`, {})).json).toEqual(described.json)
  const cleared = await service.patch(`/files/${id}`, { description: '' })
  expect(cleared.json).toEqual({ ...described.json, description: null })
  expect((await service.get(`/files/${id}`)).json).toEqual(cleared.json)
})

test('an unchanged description leaves the status alone', async () => {
  await using service = await FileService.start()
  const id = await uploaded(service, 10)
  expect((await service.patch(`/files/${id}`, { description: '' })).json['description_status']).toBeNull()
})

test('wrong types are refused and named, and change nothing', async () => {
  await using service = await FileService.start()
  const id = await uploaded(service, 10)
  const answer = await service.patch(`/files/${id}`, { userTitle: 'Second', description: 5 })
  expect(answer.status).toBe(422)
  expect(answer.json['details']).toMatchObject({ errors: [{ loc: ['body', 'description'] }] })
  expect((await service.get(`/files/${id}`)).json['userTitle']).toBe('First')
})

test('a foreign file is forbidden, an unknown one not found', async () => {
  await using service = await FileService.start()
  const foreign = service.reference.fixtures.foreign?.fileId ?? ''
  const paths = [`/files/${foreign}`, `/files/${foreign}/download`, '/files/nothing', '/files/nothing/download']
  const answers = await Promise.all(paths.map((path) => service.get(path)))
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 404, 404])
  expect((await service.patch(`/files/${foreign}`, { userTitle: 'mine' })).status).toBe(403)
})

test('a soft-deleted file is shown by id and not listed', async () => {
  await using service = await FileService.start()
  const id = await uploaded(service, 10)
  await service.control('POST', `/files/${id}/soft-delete`)
  expect((await service.get(`/files/${id}`)).json['deleted']).toBe(true)
  expect(await listed(service, `/files?item_id=${service.itemId}`)).toEqual([])
  expect((await service.get(`/files/${id}/download`)).status).toBe(404)
})

test('files go with their product, and are softly deleted with their item', async () => {
  await using service = await FileService.start()
  const id = await uploaded(service, 10)
  await service.call(`/items/${service.itemId}`, { method: 'DELETE' })
  expect((await service.get(`/files/${id}`)).json).toMatchObject({ deleted: true, used_in: [] })
  await service.call(`/products/${service.productId}`, { method: 'DELETE' })
  expect((await service.get(`/files/${id}`)).status).toBe(404)
})
