import { redact } from './redactor.ts'
import type { RequestDescription } from './request-description.ts'

export const jsonType = 'application/json'

/** No compression is asked for: the bytes on the wire are then those that `content-length` announces. */
const defaults = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'product-data-conformance' }

interface HeaderSources {
  readonly authorization: string | undefined
  /** Of the body, where there is one. */
  readonly contentType: string | undefined
}

export interface PreparedHeaders {
  /** Names and values in the order in which they are sent. */
  readonly sent: readonly string[]
  /** Without secrets. */
  readonly recorded: Readonly<Record<string, string>>
}

/** Those of requests without headers of their own, by credentials and content type: nearly all of a run share a few. */
const usualHeaders = new Map<string, PreparedHeaders>()

/** The headers of a request: names are lower case, and one of the description takes the place of ours. */
export function requestHeaders(
  { headers }: Pick<RequestDescription, 'headers'>,
  { authorization, contentType }: HeaderSources,
): PreparedHeaders {
  const isUsual = headers === undefined && (contentType === undefined || contentType === jsonType)
  const name = isUsual ? `${authorization ?? ''}\n${contentType ?? ''}` : ''
  const usual = isUsual ? usualHeaders.get(name) : undefined
  if (usual) return usual
  const all = new Map<string, string>(Object.entries(defaults))
  if (authorization !== undefined) all.set('authorization', authorization)
  if (contentType !== undefined) all.set('content-type', onTheWire(contentType))
  for (const [own, value] of Object.entries(headers ?? {})) all.set(own.toLowerCase(), onTheWire(value))
  const laidOut = { sent: [...all].flat(), recorded: recordedHeaders(all) }
  if (isUsual) usualHeaders.set(name, laidOut)
  return laidOut
}

/** Header values are bytes: what does not fit into one byte a character is sent as UTF-8. */
function onTheWire(value: string): string {
  return /[\u0100-\uffff]/.test(value) ? Buffer.from(value).toString('latin1') : value
}

function recordedHeaders(headers: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries(
    [...headers].map(([name, value]) => [name, name === 'authorization' ? withoutCredentials(value) : redact(value)]),
  )
}

/** Whatever credentials a check wrote are likely a key, or nearly one. */
function withoutCredentials(authorization: string): string {
  const [, scheme] = /^(\w+)\s+\S/.exec(authorization) ?? []
  if (scheme !== undefined && !redact(scheme).includes('***')) return `${scheme} ***`
  return authorization.length > 12 ? '***' : redact(authorization)
}
