import { gzipSync } from 'node:zlib'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deployment } from '../service/deployment.ts'
import { answerInDialect } from './answer-in-dialect.ts'
import type { VariantSwitch } from './variant-switch.ts'
import { clockError, isRecord, varyRecords } from './vary-records.ts'
import { withOtherNumbers } from './other-numbers.ts'
import { varyTransport } from './vary-transport.ts'

const prefix = '/v1/public'

/** The lawful differences in how answers are written and sent, whatever made them. */
export function varyAnswers(app: FastifyInstance, { variants }: Deployment): void {
  if (variants.none) return
  app.addHook('onSend', async (request, reply, payload) => {
    varyStatus(variants, request, reply)
    const json = varyJson(variants, { request, reply, payload: noteOf(variants, reply) ?? payload })
    varyHeaders(variants, reply)
    varyTransport(variants, reply)
    return varyBytes(variants, { request, reply, payload: json })
  })
}

/** The route of a request, without the prefix: `PATCH /items/:item_id`. */
export function routeOf(request: FastifyRequest): string {
  return `${request.method} ${(request.routeOptions.url ?? '').replace(prefix, '')}`
}

interface Sending {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly payload: unknown
}

function varyStatus(variants: VariantSwitch, request: FastifyRequest, reply: FastifyReply): void {
  const isUpdate = /^PATCH \/(?:items|properties)\//u.test(routeOf(request)) && reply.statusCode === 200
  if (isUpdate && variants.chosen('updates-of-items-and-properties-answer-204')) {
    reply.code(204).removeHeader('content-type').removeHeader('content-length')
  }
  if (request.method === 'DELETE' && reply.statusCode === 204) {
    if (variants.chosen('deletions-answer-200-with-nothing')) reply.code(200)
    if (variants.chosen('deletions-answer-202')) reply.code(202).type('application/json')
    if (variants.chosen('deletions-answer-in-plain-text')) reply.code(200).type('text/plain')
  }
  const isBulk = request.method === 'POST' && request.url.split('?')[0]?.endsWith('/bulk') === true
  if (isBulk && reply.statusCode === 201 && variants.chosen('bulk-answers-200-with-ids')) reply.code(200)
}

function noteOf(variants: VariantSwitch, reply: FastifyReply): string | undefined {
  if (reply.statusCode === 204) return ''
  if (reply.request.method !== 'DELETE' || reply.statusCode >= 400) return undefined
  if (variants.chosen('deletions-answer-in-plain-text')) return 'deleted'
  return reply.statusCode === 202 && variants.chosen('deletions-answer-202') ? '{"status":"accepted"}' : undefined
}

function varyJson(variants: VariantSwitch, { request, reply, payload }: Sending): unknown {
  const type = String(reply.getHeader('content-type') ?? '')
  if (typeof payload !== 'string' || !type.includes('json')) return payload
  const place = { route: routeOf(request), status: reply.statusCode }
  const shown = varyRecords(variants, answerInDialect(variants, JSON.parse(payload), place), place)
  if (variants.chosen('json-type-is-spelled-otherwise')) reply.type('Application/JSON')
  if (!variants.chosen('json-is-indented-and-escaped')) {
    const text = JSON.stringify(shown)
    return variants.chosen('numbers-are-written-otherwise') ? withOtherNumbers(text) : text
  }
  const text = JSON.stringify(backwards(shown), undefined, 2)
  return text.replaceAll(/[^\n\u0020-\u007e]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => escaped(character.charCodeAt(index))).join(''),
  )
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`
}

function backwards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(backwards)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [key, backwards(inner)] as const)
      .toReversed(),
  )
}

function varyHeaders(variants: VariantSwitch, reply: FastifyReply): void {
  const moved = clockError(variants)
  if (moved !== 0) {
    reply.header('date', new Date(Date.now() + moved).toUTCString())
    reply.header('x-ratelimit-reset', String(Number(reply.getHeader('x-ratelimit-reset')) + moved / 1000))
  }
  if (reply.statusCode === 401 && variants.chosen('challenge-on-401')) {
    reply.header('www-authenticate', 'Bearer realm="public", error="invalid_token"')
  }
  if (reply.statusCode === 429 && variants.chosen('retry-after-on-429')) reply.header('retry-after', '1')
  if (variants.chosen('connections-close-after-each-answer')) reply.header('connection', 'close')
  if (variants.chosen('header-names-in-odd-letter-case')) writeNamesOddly(reply)
}

/** Fastify writes its headers in small letters; what is set on the raw answer keeps its own. */
function writeNamesOddly(reply: FastifyReply): void {
  for (const name of ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
    const value = reply.getHeader(name)
    if (value === undefined) continue
    // Removing goes first: on the raw answer it takes the same name in any letter case.
    reply.removeHeader(name)
    reply.raw.setHeader(odd(name), value)
  }
}

function odd(name: string): string {
  return name.replaceAll(/./gu, (letter, at: number) => (at % 2 === 0 ? letter.toUpperCase() : letter))
}

function varyBytes(variants: VariantSwitch, { request, reply, payload }: Sending): unknown {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
  if (variants.chosen('answers-carry-validators')) {
    reply.header('etag', `"${createHash('sha256').update(payload).digest('hex').slice(0, 16)}"`)
    reply.header('cache-control', 'private, no-cache')
  }
  const bytes = Buffer.from(payload)
  const isTaken = request.headers['accept-encoding']?.includes('gzip') === true
  const isCompressed =
    bytes.length > 0 &&
    ((isTaken && variants.chosen('answers-are-compressed')) || variants.chosen('answers-are-compressed-unasked'))
  if (isCompressed) reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding')
  const sent = isCompressed ? gzipSync(bytes) : bytes
  if (sent !== bytes) reply.removeHeader('content-length')
  if (bytes.length === 0 || !variants.chosen('answers-come-in-chunks')) return isCompressed ? sent : payload
  reply.removeHeader('content-length')
  const half = Math.ceil(sent.length / 2)
  return Readable.from([sent.subarray(0, half), sent.subarray(half)].filter(({ length }) => length > 0))
}
