import type { ExtraHeader } from './client-options.ts'
import { redact } from './redactor.ts'
import type { RequestDescription } from './request-description.ts'

export const jsonType = 'application/json'

/** The client requests no compression, so the bytes on the wire are those of `content-length`. */
const defaults = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'product-data-conformance' }

interface HeaderSources {
  readonly authorization: string | undefined
  /** Of the body, if there is one. */
  readonly contentType: string | undefined
  readonly extra: readonly ExtraHeader[] | undefined
}

export interface PreparedHeaders {
  /** Names and values in sending order. */
  readonly sent: readonly string[]
  /** Without secrets. */
  readonly recorded: Readonly<Record<string, string>>
}

/**
 * The headers of requests without their own, by those of the run, credentials and content type: nearly all requests of a run
 * share a few.
 */
const usualHeaders = new WeakMap<readonly ExtraHeader[], Map<string, PreparedHeaders>>()
const none: readonly ExtraHeader[] = []

/** The headers of a request: names are lower case, and headers of the description replace ours. */
export function requestHeaders(
  { headers }: Pick<RequestDescription, 'headers'>,
  { authorization, contentType, extra = none }: HeaderSources,
): PreparedHeaders {
  const isUsual = headers === undefined && (contentType === undefined || contentType === jsonType)
  const name = isUsual ? `${authorization ?? ''}\n${contentType ?? ''}` : ''
  const usuals = usualHeaders.get(extra) ?? new Map<string, PreparedHeaders>()
  usualHeaders.set(extra, usuals)
  const usual = isUsual ? usuals.get(name) : undefined
  if (usual) return usual
  const all = new Map<string, string>(Object.entries(defaults))
  for (const header of extra) all.set(header.name, header.value)
  if (authorization !== undefined) all.set('authorization', authorization)
  if (contentType !== undefined) all.set('content-type', onTheWire(contentType))
  for (const [own, value] of Object.entries(headers ?? {})) all.set(own.toLowerCase(), onTheWire(value))
  const laidOut = { sent: [...all].flat(), recorded: { ...recordedHeaders(all), ...recordedExtra(all, extra) } }
  if (isUsual) usuals.set(name, laidOut)
  return laidOut
}

/** Header values are bytes: characters above one byte are sent as UTF-8. */
function onTheWire(value: string): string {
  return /[\u0100-\uffff]/.test(value) ? Buffer.from(value).toString('latin1') : value
}

function recordedHeaders(headers: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries(
    [...headers].map(([name, value]) => [name, name === 'authorization' ? withoutCredentials(value) : redact(value)]),
  )
}

/** A value is shown as given if it names a variable; a check may have sent another one. */
function recordedExtra(sent: ReadonlyMap<string, string>, extra: readonly ExtraHeader[]): Record<string, string> {
  const own = extra.filter(({ name, value }) => sent.get(name) === value)
  return Object.fromEntries(own.map(({ name, template }) => [name, template.includes('${') ? redact(template) : '***']))
}

/** Credentials that a check wrote are probably a key, or nearly one. */
function withoutCredentials(authorization: string): string {
  const [, scheme] = /^(\w+)\s+\S/.exec(authorization) ?? []
  if (scheme !== undefined && !redact(scheme).includes('***')) return `${scheme} ***`
  return authorization.length > 12 ? '***' : redact(authorization)
}
