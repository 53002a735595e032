import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deployment } from '../service/deployment.ts'
import { changesAt, type AppliedChange } from './applied-change.ts'
import type { Answer, Sent } from './change.ts'
import { isRecord } from './answers.ts'

const prefix = '/v1/public'

/** What stands between clients and routes, each in the order in which it is applied. */
export interface Wire {
  readonly requests: readonly AppliedChange[]
  readonly answers: readonly AppliedChange[]
}

/** Lets the changes of requests and answers stand between the clients and the routes of an application. */
export function applyWire(app: FastifyInstance, deployment: Deployment, { requests, answers }: Wire): void {
  const heard = changesAt('request', requests)
  const sent = changesAt('answer', answers)
  if (heard.length > 0)
    app.addHook('preValidation', async (request) => {
      let asked: Sent = sentOf(request)
      for (const { change, onActivation } of heard) {
        const next = await change.hear(asked, deployment)
        if (!isDeepStrictEqual([next.query, next.body], [asked.query, asked.body])) onActivation()
        asked = next
      }
      request.query = asked.query
      request.body = asked.body
    })
  if (sent.length > 0)
    app.addHook('onSend', async (request, reply, payload) => {
      const sound = answerOf(request, reply, payload)
      let answer = sound
      for (const { change, onActivation } of sent) {
        const next = await change.send(answer, deployment)
        if (next !== answer && differs(next, answer)) onActivation()
        answer = next
      }
      return answer === sound ? payload : write(answer, { sound, reply, payload })
    })
}

/** The route of a request, without the prefix: `PATCH /items/:item_id`. */
export function routeOf(request: FastifyRequest): string {
  return `${request.method} ${(request.routeOptions.url ?? '').replace(prefix, '')}`
}

function sentOf(request: FastifyRequest): Sent {
  const query = isRecord(request.query) ? request.query : {}
  return { route: routeOf(request), request, query, body: request.body }
}

function answerOf(request: FastifyRequest, reply: FastifyReply, payload: unknown): Answer {
  const headers = Object.fromEntries(
    Object.entries(reply.getHeaders()).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
  )
  const isJson = typeof payload === 'string' && payload !== '' && headers['content-type']?.includes('json') === true
  const isHeld = typeof payload === 'string' || Buffer.isBuffer(payload)
  return {
    route: routeOf(request),
    request,
    status: reply.statusCode,
    headers,
    json: isJson ? JSON.parse(payload) : undefined,
    bytes: !isJson && isHeld ? Buffer.from(payload) : undefined,
  }
}

function differs(one: Answer, other: Answer): boolean {
  return !isDeepStrictEqual(
    [one.status, one.headers, one.json, one.bytes],
    [other.status, other.headers, other.json, other.bytes],
  )
}

function write(
  answer: Answer,
  { sound, reply, payload }: { readonly sound: Answer; readonly reply: FastifyReply; readonly payload: unknown },
): unknown {
  reply.code(answer.status)
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value === undefined) reply.removeHeader(name)
    else if (value !== sound.headers[name]) reply.header(name, value)
  }
  for (const name of Object.keys(sound.headers)) if (!Object.hasOwn(answer.headers, name)) reply.removeHeader(name)
  if (answer.json === sound.json && answer.bytes === sound.bytes) return payload
  reply.removeHeader('content-length')
  return answer.json === undefined ? (answer.bytes ?? '') : JSON.stringify(answer.json)
}
