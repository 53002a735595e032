import { bodyDigest } from './body-digest.ts'
import type { Exchange, Identity } from './exchange.ts'
import { printable } from './printable.ts'
import { redact } from './redactor.ts'

/** An exchange as reports show it: secrets replaced, texts bounded and harmless in a terminal. */
export interface ExchangeSummary {
  /** The key that sent it; absent in files of earlier versions. */
  readonly actor?: Identity
  readonly method: string
  readonly url: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody: string
  readonly status: number
  readonly responseHeaders: Readonly<Record<string, string>>
  readonly responseBody: string
  readonly durationMs: number
  /**
   * Whether the judged answer is compared with this one: the control request, another request of a race, or the source of the
   * expectation.
   */
  readonly isCompared?: true
}

const maxCharacters = 2000
const maxHeaders = 100

/** Summarizes an exchange in the few bounded texts of a finding. Binary bodies become their length and digest. */
export function summarizeExchange(exchange: Exchange): ExchangeSummary {
  const { request } = exchange
  return {
    actor: actorOf(exchange),
    method: shown(request.method),
    url: shown(request.url),
    requestHeaders: shownHeaders(request.headers),
    requestBody: request.body === undefined ? '' : shown(request.body.text),
    status: exchange.status,
    responseHeaders: shownHeaders(exchange.headers),
    responseBody: responseText(exchange),
    durationMs: exchange.durationMs,
  }
}

/** A check that wrote the revoked key itself has sent it too. */
function actorOf({ identity, request }: Exchange): Identity {
  const [scheme, key, ...rest] = request.keyed?.headers['authorization'] ?? []
  const isWritten = identity === 'forged' && scheme === 'Bearer ' && typeof key === 'object' && rest.length === 0
  return isWritten && 'of' in key && key.of === 'revoked' && key.from === 0 && !key.swapped ? 'revoked' : identity
}

function responseText(exchange: Exchange): string {
  const { body, bodyBytes, bodyTruncated } = exchange
  // Twice the bound, and more for multi-byte characters: a secret across the end is replaced before the cut.
  const bytes = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, maxCharacters * 8))
  if (bytes.includes(0)) return `(${bodyBytes} bytes, sha256 ${bodyDigest(exchange)})`
  const text = shown(bytes.toString('utf8'))
  return bodyTruncated ? `${text}\n(cut after ${bodyBytes} bytes)` : text
}

function shownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .slice(0, maxHeaders)
      .map(([name, value]) => [shown(name), shown(value)]),
  )
}

function shown(text: string): string {
  const clean = printable(redact(text))
  if (clean.length <= maxCharacters) return clean
  return `${clean.slice(0, maxCharacters).toWellFormed()}… (${clean.length - maxCharacters} more characters)`
}
