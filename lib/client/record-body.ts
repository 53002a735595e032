import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import type { RecordedBody } from './exchange.ts'
import { redact } from './redactor.ts'

/** Characters kept of a request body; the digest represents the rest. */
const maxCharacters = 65_536

/** And of the end of a longer one. */
const maxEnding = 200

/** A binary body is kept unchanged up to this number of bytes. */
const maxContent = 16_384

/** A body as people are shown it. */
export interface Rendering {
  readonly text: string
  /** Whether it is the whole body, character by character. */
  readonly faithful: boolean
  /** The contents of short binary parts, by their placeholders in `text`. */
  readonly shortParts?: Readonly<Record<string, Uint8Array>>
}

/** The kept part of a body; `text` is shown to people if the bytes are not text. */
export function recordBody(bytes: Uint8Array, rendering?: Rendering): RecordedBody {
  const { text, faithful, shortParts } = rendering ?? renderingOf(bytes)
  const isKept = !faithful && bytes.byteLength <= maxContent
  const truncated = !faithful || text.length > maxCharacters
  const clean = redact(text.slice(0, maxCharacters))
  return {
    text: clean,
    bytes: bytes.byteLength,
    truncated,
    ...(truncated || clean !== text ? { sha256: hash('sha256', bytes, 'hex') } : {}),
    ...(isKept ? { content: bytes } : shortParts && !faithful ? { shortParts } : {}),
    ...(text.length > maxCharacters ? { ending: redact(text.slice(-maxEnding)) } : {}),
  }
}

function renderingOf(bytes: Uint8Array): Rendering {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
  return { text, faithful: isUtf8(bytes) && !bytes.includes(0) }
}
