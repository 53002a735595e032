import { Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import pLimit from 'p-limit'
import { collectGarbageSoon } from './collect-garbage.ts'

export interface DecodedBody {
  /** The whole body, or its beginning if decoding stopped at the bound. */
  readonly bytes: Buffer
  /** How many bytes were decoded, up to the bound. */
  readonly length: number
  /** Whether decoding stopped at the bound. */
  readonly truncated: boolean
  /** Why the body does not have the encoding that it claims; the bytes are then the decodable part. */
  readonly problem: string | undefined
}

/** Bytes decoded at a time; with the default, a compression bomb expands in a thousand small steps. */
const chunkSize = 262_144

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip({ chunkSize }),
  'x-gzip': () => createGunzip({ chunkSize }),
  deflate: () => createInflate({ chunkSize }),
  br: () => createBrotliDecompress({ chunkSize }),
  zstd: () => createZstdDecompress({ chunkSize }),
}

const oneBody = pLimit(1)

/**
 * Decodes a `content-encoding` up to a bound: a few kilobytes may expand to gigabytes. One body at a time, because many together
 * would take many times the bound.
 */
export function decodeBody(bytes: Buffer, encoding: string, maxBytes: number): Promise<DecodedBody> {
  return oneBody(() => decodeAll(bytes, encoding, maxBytes))
}

async function decodeAll(bytes: Buffer, encoding: string, maxBytes: number): Promise<DecodedBody> {
  const codings = encoding.split(',').map((coding) => coding.trim().toLowerCase())
  let decoded: DecodedBody = { bytes, length: bytes.length, truncated: false, problem: undefined }
  for (const coding of codings.toReversed()) {
    if (coding === '' || coding === 'identity') continue
    decoded = await decodeOnce(decoded.bytes, coding, maxBytes)
    if (decoded.truncated || decoded.problem !== undefined) return decoded
  }
  return decoded
}

async function decodeOnce(bytes: Buffer, coding: string, maxBytes: number): Promise<DecodedBody> {
  const decoder = Object.hasOwn(decoders, coding) ? decoders[coding]?.() : undefined
  if (!decoder)
    return {
      bytes,
      length: bytes.length,
      truncated: false,
      problem: `the content encoding "${coding}" is unknown`,
    }
  const chunks: Buffer[] = []
  let length = 0
  const ended = (problem?: string): DecodedBody => ({
    // Only the beginning of a bomb is assembled: no claim can use the rest.
    bytes: Buffer.concat(length > maxBytes ? chunks.slice(0, 1) : chunks).subarray(0, maxBytes),
    length: Math.min(length, maxBytes),
    truncated: length > maxBytes,
    problem,
  })
  try {
    for await (const chunk of Readable.from([bytes]).pipe(decoder)) {
      if (!Buffer.isBuffer(chunk)) continue
      chunks.push(chunk)
      length += chunk.length
      if (length > maxBytes) break
    }
    if (length > maxBytes) collectGarbageSoon()
    return ended()
  } catch (error) {
    return ended(`the body does not decode as ${coding}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
