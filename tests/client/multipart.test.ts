import { describe, expect, test } from 'vitest'
import { multipart, type FormPart } from '../../lib/client/multipart.ts'

const file = { name: 'file', filename: 'ä "q".pdf', contentType: 'application/pdf', bytes: Buffer.from('abc') }

function bytesOf(part: FormPart): string {
  return multipart([part]).bytes.toString()
}

describe('multipart', () => {
  test('is read back by another implementation', async () => {
    const bytes = new Uint8Array(256).map((_, index) => index)
    const form = multipart([
      { name: 'userTitle', value: 'Straße\r\n' },
      { ...file, bytes },
    ])
    const parsed = await new Response(new Uint8Array(form.bytes), {
      headers: { 'content-type': form.contentType },
    }).formData()
    const read = parsed.get('file')
    expect(parsed.get('userTitle')).toBe('Straße\r\n')
    expect(read).toBeInstanceOf(File)
    if (!(read instanceof File)) return
    expect([read.name, read.type]).toEqual(['ä "q".pdf', 'application/pdf'])
    expect(new Uint8Array(await read.arrayBuffer())).toEqual(bytes)
  })

  test('shows binary parts by their length and digest', () => {
    const form = multipart([{ ...file, bytes: new Uint8Array([0, 255]) }])
    expect(form.faithful).toBe(false)
    expect(form.text).toContain('\r\n\r\n(2 bytes, SHA-256 06eb7d6a)\r\n')
    expect(multipart([file])).toMatchObject({ faithful: true, text: multipart([file]).bytes.toString() })
  })

  test('quotes a file name, or leaves it raw where that is the point', () => {
    expect(bytesOf({ ...file, filename: 'a"b\r\nc' })).toContain('filename="a%22b%0D%0Ac"')
    expect(bytesOf({ ...file, filename: '../a"b\0', rawFilename: true })).toContain('filename="../a"b\0"')
    expect(bytesOf({ ...file, filename: '' })).toContain('filename=""')
    expect(bytesOf({ name: 'file', bytes: Buffer.from('x') })).toContain('name="file"\r\n\r\nx')
  })

  test('is the same bytes for the same parts', () => {
    expect(multipart([file]).bytes.equals(multipart([file]).bytes)).toBe(true)
    expect(multipart([file]).contentType).not.toBe(multipart([{ ...file, name: 'other' }]).contentType)
  })
})
