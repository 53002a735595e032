import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import type { RecordedBody } from './exchange.ts'
import { redact } from './redactor.ts'

/** Text kept of a request body; the digest stands for the rest. */
const maxCharacters = 65_536

/** A body as it is kept; `text` is what people are shown where the bytes are no text. */
export function recordBody(
  bytes: Uint8Array,
  rendering?: { readonly text: string; readonly faithful: boolean },
): RecordedBody {
  const { text, faithful } = rendering ?? renderingOf(bytes)
  return {
    text: redact(text.slice(0, maxCharacters)),
    bytes: bytes.byteLength,
    truncated: !faithful || text.length > maxCharacters,
    sha256: hash('sha256', bytes, 'hex'),
  }
}

function renderingOf(bytes: Uint8Array): { readonly text: string; readonly faithful: boolean } {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
  return { text, faithful: isUtf8(bytes) && !bytes.includes(0) }
}
