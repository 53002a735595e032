import { isUtf8 } from 'node:buffer'
import { STATUS_CODES } from 'node:http'
import type { Content, Entry, Header, PostData, QueryString, Request, Response } from 'har-format'
import type { RequirementId } from '../../contract/requirement.ts'
import type { Exchange, Identity, SentRequest } from '../exchange.ts'
import { bodyDigest, requestDigest } from '../body-digest.ts'
import { boundedText, longestText } from './bounded-text.ts'
import { uriOf } from './uri-of.ts'

const mostHeaders = 100

/** Bytes that hold more characters than are kept, whatever they are. */
const bytesDecoded = longestText * 8

/** An archive takes fields of one's own under names that begin so. */
export interface ActedEntry extends Entry {
  readonly _actor: Identity
}

/** An exchange as an entry of an HTTP archive (HAR 1.2): no secrets, bounded bodies, and a comment that says whose it is. */
export function harEntry(exchange: Exchange, requirements: readonly RequirementId[] = []): ActedEntry {
  const { durationMs } = exchange
  return {
    startedDateTime: new Date(exchange.startedAt).toISOString(),
    time: durationMs,
    request: requestOf(exchange.request),
    response: responseOf(exchange),
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    comment: commentOf(exchange, requirements),
    _actor: exchange.identity,
  }
}

function requestOf({ method, url, path, headers, body }: SentRequest): Request {
  const uri = uriOf(url)
  return {
    method: boundedText(method).text,
    url: uri,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headersOf(headers),
    queryString: queryOf(path),
    headersSize: -1,
    bodySize: body?.bytes ?? 0,
    ...(body === undefined ? {} : { postData: postDataOf(body, headers) }),
    ...(uri === url ? {} : { comment: `sent as it is, which is no URI: ${boundedText(path).text}` }),
  }
}

function postDataOf(body: NonNullable<SentRequest['body']>, headers: SentRequest['headers']): PostData {
  const { text, cut } = boundedText(body.text)
  return {
    mimeType: boundedText(headers['content-type'] ?? '').text,
    text,
    ...(cut || body.truncated ? { comment: `not all of it: ${body.bytes} bytes, sha256 ${requestDigest(body)}` } : {}),
  }
}

function responseOf(exchange: Exchange): Response {
  const { status, headers, bodyBytes } = exchange
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headersOf(headers),
    content: contentOf(exchange),
    redirectURL: boundedText(headers['location'] ?? '').text,
    headersSize: -1,
    bodySize: headers['content-encoding'] === undefined ? bodyBytes : -1,
  }
}

function contentOf(exchange: Exchange): Content {
  const { headers, body, bodyBytes, bodyTruncated, json } = exchange
  const about = { size: bodyBytes, mimeType: boundedText(headers['content-type'] ?? '').text }
  if (bodyBytes === 0) return about
  const bytes = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, bytesDecoded))
  // What was parsed as JSON is text.
  if (json === undefined && !isText(bytes, body.byteLength))
    return { ...about, comment: `no text: ${bodyBytes} bytes, sha256 ${bodyDigest(exchange)}` }
  const { text, cut } = boundedText(bytes.toString('utf8'))
  const partial = cut || bodyTruncated || bytes.byteLength < body.byteLength
  return {
    ...about,
    text,
    ...(partial
      ? { comment: `its first ${text.length} characters of ${bodyBytes} bytes, sha256 ${bodyDigest(exchange)}` }
      : {}),
  }
}

function isText(bytes: Buffer, whole: number): boolean {
  if (bytes.includes(0)) return false
  // A character that the bound cuts through is no sign of a binary body.
  return isUtf8(bytes) || (bytes.byteLength < whole && [1, 2, 3].some((tail) => isUtf8(bytes.subarray(0, -tail))))
}

function headersOf(headers: Readonly<Record<string, string>>): Header[] {
  return Object.entries(headers)
    .slice(0, mostHeaders)
    .map(([name, value]) => ({ name: boundedText(name).text, value: boundedText(value).text }))
}

function queryOf(path: string): QueryString[] {
  const at = path.indexOf('?')
  if (at === -1) return []
  return [...new URLSearchParams(path.slice(at + 1))].map(([name, value]) => ({
    name: boundedText(name).text,
    value: boundedText(value).text,
  }))
}

function commentOf({ check, identity, broken }: Exchange, requirements: readonly RequirementId[]): string {
  const parts = [
    requirements.length === 0 ? check : `${requirements.join(' ')}: ${check}`,
    ...(identity === 'own' ? [] : [`key: ${identity}`]),
    ...(broken === undefined ? [] : [`wrong on purpose: ${boundedText(broken).text}`]),
  ]
  return parts.join('; ')
}
