import type { ClientOptions } from './client-options.ts'
import { keyNames, type Keys } from './keys.ts'
import type { Identity, SentRequest, RecordedBody } from './exchange.ts'
import { isSafeMethod, type RequestDescription } from './request-description.ts'
import { keyedText, type KeyedText } from './keyed-text.ts'
import { multipart } from './multipart.ts'
import { redact } from './redactor.ts'
import { jsonType, requestHeaders } from './request-headers.ts'
import { pathProblem, requestTarget } from './request-target.ts'
import { MisplacedKeyError, UnsendableRequestError, WriteRefusedError } from './unsent-errors.ts'
import type { WritePermit } from './write-permit.ts'
import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'

/** A request that is ready to be written, and its record. */
export interface PreparedRequest {
  readonly description: RequestDescription
  readonly identity: Identity
  readonly method: string
  /** Prefix, path and query. */
  readonly target: string
  /** Names and values in sending order. */
  readonly headers: readonly string[]
  readonly body: Uint8Array | undefined
  readonly record: SentRequest
  /** Of what may change something. */
  readonly permit?: WritePermit | undefined
}

interface Body {
  readonly bytes: Uint8Array
  readonly contentType: string | undefined
  readonly rendering?: Rendering
}

/** Headers with which frameworks let a GET stand for another method. */
const methodOverrides = new Set(['x-http-method-override', 'x-http-method', 'x-method-override'])

/** Checks that a request may be sent, and builds its bytes. Throws before anything is sent. */
export function prepareRequest(
  description: RequestDescription,
  options: Pick<ClientOptions, 'baseUrl' | 'keys' | 'mode' | 'headers'>,
): PreparedRequest {
  const { method, path } = description
  const shown = (): string => `${method} ${redact(path)}`
  const problem = pathProblem(path)
  if (problem !== undefined) throw new UnsendableRequestError(problem, shown())
  if (options.mode === 'read-only' && mayWrite(description)) throw new WriteRefusedError(method, redact(path))

  const identity = description.as ?? 'own'
  const base = baseOf(options.baseUrl)
  const target = requestTarget(path, description.query)
  const body = bodyOf(description)
  const misplaced = misplacedKey({ target, headers: description.headers, body: body?.bytes }, options.keys)
  if (misplaced !== undefined) throw new MisplacedKeyError(misplaced, shown())
  const authorization = authorizationOf(identity, options.keys, shown)
  const headers = requestHeaders(description, { authorization, contentType: body?.contentType, extra: options.headers })
  const recordedPath = redact(target)
  const keyed = identity === 'forged' ? keyedParts(target, description, options.keys) : undefined
  const record: SentRequest = {
    method,
    path: recordedPath,
    url: `${redact(base.address)}${recordedPath}`,
    headers: headers.recorded,
    body: body && recordBody(body.bytes, body.rendering),
    ...(keyed && { keyed }),
  }
  return {
    description,
    identity,
    method,
    target: base.prefix + target,
    headers: headers.sent,
    body: body?.bytes,
    record,
  }
}

/** The credentials that a check wrote into a request itself. */
function keyedParts(target: string, { headers = {} }: RequestDescription, keys: Keys): SentRequest['keyed'] {
  const path = partsOf(target, keys)
  const keyed = Object.entries(headers).flatMap(([name, value]) => {
    const parts = partsOf(value, keys)
    return parts ? [[name.toLowerCase(), parts] as const] : []
  })
  return path || keyed.length > 0 ? { ...(path && { path }), headers: Object.fromEntries(keyed) } : undefined
}

/** What is recorded as it is needs no taking apart. */
function partsOf(text: string, keys: Keys): KeyedText | undefined {
  return redact(text) === text ? undefined : keyedText(text, keys)
}

/** Whether a request may change something. */
export function mayWrite({ method, headers = {} }: Pick<RequestDescription, 'method' | 'headers'>): boolean {
  return !isSafeMethod(method) || Object.keys(headers).some((name) => methodOverrides.has(name.toLowerCase()))
}

interface Base {
  /** Without a slash at its end. */
  readonly address: string
  readonly prefix: string
}

const bases = new Map<string, Base>()

/** The parts of a base URL; a process sends to few. */
function baseOf(baseUrl: string): Base {
  const known = bases.get(baseUrl)
  if (known) return known
  const { origin, pathname } = new URL(baseUrl)
  const prefix = pathname.replace(/\/+$/, '')
  const base = { address: `${origin}${prefix}`, prefix }
  bases.set(baseUrl, base)
  return base
}

function authorizationOf(identity: Identity, keys: Keys, shown: () => string): string | undefined {
  if (identity === 'none' || identity === 'forged') return undefined
  const key = keyOf(identity, keys)
  if (key === undefined) throw new UnsendableRequestError(`there is no key for "${identity}"`, shown())
  return `Bearer ${key}`
}

/** The key of an identity, if there is one. */
export function keyOf(identity: Identity, keys: Keys): string | undefined {
  const held: Readonly<Record<Identity, string | undefined>> = {
    own: keys.own,
    'same-organization': keys.sameOrganization,
    'other-organization': keys.otherOrganization,
    revoked: keys.revoked,
    none: undefined,
    forged: undefined,
  }
  return held[identity]
}

function bodyOf({ json, rawBody, form, spelling, contentType }: RequestDescription): Body | undefined {
  if (form) {
    const { bytes, contentType: usual, boundary, ...rendering } = multipart(form, spelling)
    return { bytes, contentType: contentType?.replace('{boundary}', boundary) ?? usual, rendering }
  }
  if (rawBody !== undefined) return { bytes: Buffer.from(rawBody), contentType }
  if (json === undefined) return undefined
  // Always well-formed and without U+0000, because both are escaped in it.
  const text = JSON.stringify(json)
  return { bytes: Buffer.from(text), contentType: contentType ?? jsonType, rendering: { text, faithful: true } }
}

interface LaidOut {
  /** Path and query. */
  readonly target: string
  /** Those of the description. */
  readonly headers: Readonly<Record<string, string>> | undefined
  readonly body: Uint8Array | undefined
}

/** Where a configured key occurs outside the Authorization header, if logs and caches would keep it; `undefined` if it does not. */
function misplacedKey({ target, headers = {}, body }: LaidOut, keys: Keys): string | undefined {
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization')
  for (const name of keyNames) {
    const key = keys[name]
    // A key is sent in no request if there is none.
    if (!key) continue
    if ([key, encodeURIComponent(key)].some((form) => target.includes(form))) return 'path or query'
    const header = others.find(([, value]) => value.includes(key))
    if (header) return `header ${header[0]}`
    if (body && Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes(key)) return 'body'
  }
  return undefined
}

/** Characters kept of a request body; the digest represents the rest. */
const maxCharacters = 65_536

/** And of the end of a longer one. */
const maxEnding = 200

/** A binary body is kept unchanged up to this number of bytes. */
const maxContent = 16_384

/** A body as people are shown it. */
interface Rendering {
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
