import { isUtf8 } from 'node:buffer'
import { STATUS_CODES } from 'node:http'
import type { Content, Entry, Header, PostData, QueryString, Request, Response } from 'har-format'
import type { RequirementId } from '../../contract/requirement.ts'
import type { Exchange, Identity, SentRequest } from '../exchange.ts'
import { bodyDigest, requestDigest } from '../body-digest.ts'
import { redact } from '../redactor.ts'

/** Characters of a text that an archive keeps. */
export const longestText = 4096

const mostHeaders = 100

/** Bytes that certainly contain more characters than are kept. */
const bytesDecoded = longestText * 8

/** The prefix of additional fields in an archive. */
export interface ActedEntry extends Entry {
  readonly _actor: Identity
}

/** An exchange as an entry of an HTTP archive (HAR 1.2): without secrets, with bounded bodies, and a comment that names its check. */
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
    ...(uri === url ? {} : { comment: `sent literally, which is not a valid URI: ${boundedText(path).text}` }),
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
  // A character that the bound cuts in two does not make a body binary.
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

/** The characters that RFC 3986 allows in a path and query; a percent sign only before two hexadecimal digits. */
const nothingForeign = /^[\w\-.~:/?@!$&'()*+,;=]*$/
const foreign = /%(?![0-9a-f]{2})|[^\w\-.~:/?@!$&'()*+,;=%]/giu

/** An address as a URI: hostile paths are sent unchanged, but an archive accepts only URIs. */
function uriOf(url: string): string {
  if (nothingForeign.test(url)) return url
  const [, origin = '', rest = ''] = /^([a-z]+:\/\/[^/?#]*)([^]*)$/i.exec(url) ?? ['', '', url]
  return `${origin}${rest.toWellFormed().replaceAll(foreign, escaped)}`
}

function escaped(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}

/** Characters of a body, header or address that an archive keeps. */
export /** Looked at beyond the bound, so that a secret which straddles it is still known as one. */
const margin = 1024

interface BoundedText {
  readonly text: string
  readonly cut: boolean
}

/** Text without secrets, cut at the bound. */
function boundedText(text: string): BoundedText {
  if (text.length <= longestText) return { text: redact(text).toWellFormed(), cut: false }
  const cut = text.length > longestText + margin
  const clean = redact(cut ? text.slice(0, longestText + margin) : text).toWellFormed()
  // If the window ends in the middle of a secret, this half lies in its margin.
  const kept = clean.slice(0, cut ? Math.min(longestText, Math.max(0, clean.length - margin)) : longestText)
  return { text: kept.toWellFormed(), cut: cut || kept.length < clean.length }
}
