import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { FileService, idOf, someBytes } from './file-service.ts'

async function uploaded(service: FileService, bytes: Buffer, name = 'note.txt'): Promise<string> {
  return idOf((await service.upload(service.itemId, { bytes, name })).json)
}

test('a download gives back the bytes, whatever format is named', async () => {
  await using service = await FileService.start()
  const bytes = someBytes(2_000_000)
  const id = await uploaded(service, bytes)
  const queries = ['', '?format=pdf', '?format=rtf', '?version=null', `?product_id=${service.productId}`]
  const answers = await Promise.all(queries.map((query) => service.get(`/files/${id}/download${query}`)))
  expect(answers.map((answer) => answer.bytes.equals(bytes))).toEqual(queries.map(() => true))
  expect(answers[0]?.headers.get('content-type')).toBe('text/plain')
  expect(answers[0]?.headers.get('content-length')).toBe('2000000')
})

test('a download is an attachment under its own name', async () => {
  await using service = await FileService.start()
  const id = await uploaded(service, someBytes(3), 'Maß "1" 😀.txt')
  expect((await service.get(`/files/${id}/download`)).headers.get('content-disposition')).toBe(
    String.raw`attachment; filename="Ma? \"1\" ??.txt"; filename*=UTF-8''Ma%C3%9F%20%221%22%20%F0%9F%98%80.txt`,
  )
})

test('a version gives its snapshot, and never the draft instead', async () => {
  await using service = await FileService.start()
  const early = await uploaded(service, someBytes(30))
  await service.control('POST', `/products/${service.productId}/publish`)
  const late = await uploaded(service, someBytes(31))
  const product = `product_id=${service.productId}`
  const paths = [
    `/files/${early}/download?version=1&${product}`,
    `/files/${early}/download?version=baseline&${product}`,
    `/files/${early}/download?version=2&${product}`,
    `/files/${late}/download?version=1&${product}`,
    `/files/${late}/download`,
    `/files/${early}/download?version=1`,
    `/files/${early}/download?version=latest&${product}`,
  ]
  const answers = await Promise.all(paths.map((path) => service.get(path)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 404, 200, 422, 422])
  expect(answers[0]?.bytes).toEqual(someBytes(30))
})

test('a snapshot outlives the item of the draft', async () => {
  await using service = await FileService.start()
  const id = await uploaded(service, someBytes(30))
  await service.control('POST', `/products/${service.productId}/publish`)
  await service.call(`/items/${service.itemId}`, { method: 'DELETE' })
  const answer = await service.get(`/files/${id}/download?version=1&product_id=${service.productId}`)
  expect(answer.bytes).toEqual(someBytes(30))
})

test('a generated document comes as a real docx or pdf, and only when a format is named', async () => {
  await using service = await FileService.start()
  await service.post('/properties', {
    item_id: service.itemId,
    type: 'text',
    name: 'Alloy',
    value: 'CuSn12 & <more>\u0001',
  })
  const { fileId } = await service.control('POST', `/items/${service.itemId}/generated-document`)
  const path = `/files/${String(fileId)}/download`
  const docx = await service.get(`${path}?format=docx`)
  const pdf = await service.get(`${path}?format=pdf`)
  const document = unzipSync(docx.bytes)['word/document.xml']
  expect(new TextDecoder().decode(document)).toContain('CuSn12 &amp; &lt;more&gt; ')
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.bytes.toString('latin1').trimEnd()).toMatch(/%%EOF$/u)
  expect((await service.get(`${path}?format=docx`)).bytes).toEqual(docx.bytes)
  expect([(await service.get(path)).status, (await service.get(`${path}?format=rtf`)).status]).toEqual([422, 422])
})

test('a generated document of a version says what was published', async () => {
  await using service = await FileService.start()
  const { fileId } = await service.control('POST', `/items/${service.itemId}/generated-document`)
  await service.control('POST', `/products/${service.productId}/publish`)
  await service.patch(`/items/${service.itemId}`, { name: 'Renamed seat' })
  const query = `format=docx&version=1&product_id=${service.productId}`
  const [published, draft] = await Promise.all([
    service.get(`/files/${String(fileId)}/download?${query}`),
    service.get(`/files/${String(fileId)}/download?format=docx`),
  ])
  const texts = [published, draft].map(({ bytes }) => new TextDecoder().decode(unzipSync(bytes)['word/document.xml']))
  expect(texts.map((text) => text.includes('Renamed seat'))).toEqual([false, true])
})
