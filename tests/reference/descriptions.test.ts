import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startReference } from '../../reference/start-reference.ts'
import { FileService, idOf, someBytes } from './file-service.ts'

async function describedService(): Promise<FileService> {
  const service = await FileService.start({ descriptionDelayMs: 30 })
  await service.control('PUT', '/ai-usage', { enabled: true })
  return service
}

/** A file that came last is described: whatever came before it has had its turn. */
async function untilDescribed(service: FileService): Promise<void> {
  const last = await service.upload(service.itemId, { bytes: someBytes(9), type: 'image/png', name: 'last.png' })
  const status = async () => (await service.get(`/files/${idOf(last.json)}`)).json['description_status']
  await expect.poll(status).toBe('done')
}

test('an upload is answered first and described afterwards', async () => {
  await using service = await describedService()
  const answer = await service.upload(service.itemId, { bytes: someBytes(2048), type: 'image/png', name: 'plan.png' })
  expect(answer.json).toMatchObject({ description: null, description_status: 'pending' })
  await untilDescribed(service)
  expect((await service.get(`/files/${idOf(answer.json)}`)).json).toMatchObject({
    description: 'PNG image “plan.png”, 2.0 KiB',
    description_status: 'done',
  })
})

test('what a person wrote or cleared stays', async () => {
  await using service = await describedService()
  const written = idOf((await service.upload(service.itemId, { bytes: someBytes(20) })).json)
  const cleared = idOf((await service.upload(service.itemId, { bytes: someBytes(21) })).json)
  await service.patch(`/files/${written}`, { description: 'mine' })
  await service.patch(`/files/${cleared}`, { description: 'mine' })
  await service.patch(`/files/${cleared}`, { description: '' })
  await untilDescribed(service)
  const records = await Promise.all([written, cleared].map((id) => service.get(`/files/${id}`)))
  expect(records.map(({ json }) => [json['description'], json['description_status']])).toEqual([
    ['mine', 'dismissed'],
    [null, 'dismissed'],
  ])
})

test('without AI usage nothing is described', async () => {
  await using service = await describedService()
  await service.control('PUT', '/ai-usage', { enabled: false })
  const id = idOf((await service.upload(service.itemId, { bytes: someBytes(20) })).json)
  await service.control('PUT', '/ai-usage', { enabled: true })
  await untilDescribed(service)
  expect((await service.get(`/files/${id}`)).json).toMatchObject({ description: null, description_status: null })
})

test('what was pending at a stop is described after the next start', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'descriptions-'))
  const data = join(directory, 'service.sqlite')
  const before = await FileService.start({ data, descriptionDelayMs: 60_000 })
  await before.control('PUT', '/ai-usage', { enabled: true })
  const id = idOf((await before.upload(before.itemId, { bytes: someBytes(20) })).json)
  await before.reference.close()
  const after = await startReference({ data, descriptionDelayMs: 0 })
  const headers = { authorization: `Bearer ${after.keys.own}` }
  const read = async () => (await fetch(`${after.baseUrl}/v1/public/files/${id}`, { headers })).json()
  await expect.poll(read).toMatchObject({ description_status: 'done' })
  await after.close()
  rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
})
