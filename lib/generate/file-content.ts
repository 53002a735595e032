import { randomBytes } from 'node:crypto'

/** Kinds of files with matching name, type and bytes: a service may use any of them. */
export const fileKinds = [
  // Begins like no type that is recognized by its first bytes: random bytes might.
  { extension: 'bin', contentType: 'application/octet-stream', magic: 'd3a91be7c4f2', text: false },
  { extension: 'txt', contentType: 'text/plain', text: true },
  { extension: 'csv', contentType: 'text/csv', text: true },
  { extension: 'png', contentType: 'image/png', magic: '89504e470d0a1a0a0000000d49484452', text: false },
  { extension: 'pdf', contentType: 'application/pdf', magic: '255044462d312e340a', text: false },
] as const

export type FileKind = (typeof fileKinds)[number]

/** Bytes of a size that look like the kind, random after the beginning. */
export function contentOf(kind: FileKind, size: number): Uint8Array {
  if (kind.text) return textOf(size)
  const magic = 'magic' in kind ? Buffer.from(kind.magic, 'hex') : Buffer.alloc(0)
  return Buffer.concat([magic, randomBytes(Math.max(0, size - magic.length))]).subarray(0, size)
}

/** Plain text of a size. */
export function textOf(size: number): Uint8Array {
  return Buffer.from('part,mass\n1,2.5\n'.repeat(Math.ceil(size / 16)).slice(0, size))
}
