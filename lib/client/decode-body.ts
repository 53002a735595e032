import { Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import pLimit from 'p-limit'
import { collectGarbageSoon } from './collect-garbage.ts'
import { isRecord } from '../contract/is-record.ts'
import { nestingDepth } from './nesting-depth.ts'

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
    return { bytes, length: bytes.length, truncated: false, problem: `the content encoding "${coding}" is unknown` }
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

interface ParsedBody {
  readonly json: unknown
  /** Why the body is not JSON although its content type says so. */
  readonly jsonProblem: string | undefined
}

/** Deeper values would overflow the stack of recursive code. */
const deepest = 500

const spaces = new Set([0x20, 0x09, 0x0a, 0x0d])
const notJson: ParsedBody = { json: undefined, jsonProblem: undefined }
const decoder = new TextDecoder('utf-8', { fatal: true })

/** Parses a body that is declared as JSON, or looks like it. */
export function parseJsonBody(bytes: Uint8Array, contentType: string | undefined): ParsedBody {
  const announced = /^[^;]*[/+]json\s*(?:;|$)/i.test(contentType ?? '')
  if (!announced && !looksLikeJson(bytes)) return notJson
  const problem = (jsonProblem: string): ParsedBody => (announced ? { json: undefined, jsonProblem } : notJson)
  if (bytes.byteLength === 0) return problem('the body is empty')
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    return problem('the body is not valid UTF-8')
  }
  if (nestingDepth(text, deepest) > deepest) return problem(`the body is nested deeper than ${deepest} levels`)
  try {
    return { json: printableValues(text), jsonProblem: undefined }
  } catch (error) {
    return problem(error instanceof Error ? error.message : String(error))
  }
}

function looksLikeJson(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => !spaces.has(byte))
  return first === 0x7b || first === 0x5b
}

/** A target may name a field `toString` or `valueOf`; its record is turned into text anyway. */
function printableValues(text: string): unknown {
  if (!/"(?:toString|valueOf)"/.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_, value: unknown) =>
    isRecord(value) ? Object.defineProperty(value, Symbol.toPrimitive, { value: () => '[object Object]' }) : value,
  )
}
