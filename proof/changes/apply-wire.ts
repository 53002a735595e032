import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deployment } from '../../reference/service/deployment.ts'
import { changesAt, type AppliedChange } from './applied-change.ts'
import { isRecord } from './answers.ts'
import type { Answer, Sent } from './change.ts'
import { answerOf, writeAnswer } from './wire-answer.ts'
import { writesOf } from './writes-of.ts'

const prefix = '/v1/public'

/**
 * Lets changes stand between the clients and the routes of an application, the first of them next to the clients: a request
 * goes through them in their order, its answer in the opposite one.
 */
export function applyWire(app: FastifyInstance, deployment: Deployment, inward: readonly AppliedChange[]): void {
  const outward = inward.toReversed()
  meetArrivals(app, deployment, inward)
  receiveRequests(app, deployment, inward)
  sendAnswers(app, deployment, outward)
  carryAnswers(app, deployment, outward)
}

function meetArrivals(app: FastifyInstance, deployment: Deployment, applied: readonly AppliedChange[]): void {
  const changes = changesAt('arrival', applied)
  if (changes.length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    for (const { change, onActivation } of changes) {
      await counted(async () => change.meet({ route: routeOf(request), request, reply }, deployment), onActivation)
      if (!reply.sent) continue
      onActivation()
      return reply
    }
    return undefined
  })
}

function receiveRequests(app: FastifyInstance, deployment: Deployment, applied: readonly AppliedChange[]): void {
  const changes = changesAt('request', applied)
  if (changes.length === 0) return
  app.addHook('preValidation', async (request) => {
    let asked: Sent = sentOf(request)
    for (const { change, onActivation } of changes) {
      const before = asked
      const next = await counted(async () => change.receive(before, deployment), onActivation)
      if (!isDeepStrictEqual([next.query, next.body], [asked.query, asked.body])) onActivation()
      asked = next
    }
    request.query = asked.query
    request.body = asked.body
  })
}

function sendAnswers(app: FastifyInstance, deployment: Deployment, applied: readonly AppliedChange[]): void {
  const changes = changesAt('answer', applied)
  if (changes.length === 0) return
  app.addHook('onSend', async (request, reply, payload) => {
    const sound = answerOf(routeOf(request), { request, reply, payload })
    let answer = sound
    for (const { change, onActivation } of changes) {
      const writes = writesOf(deployment.store)
      const sent = change.send(answer, deployment)
      const hasWritten = writesOf(deployment.store) > writes
      const next = await sent
      if (hasWritten || (next !== answer && differs(next, answer))) onActivation()
      answer = next
    }
    return answer === sound ? payload : writeAnswer(answer, sound, { request, reply, payload })
  })
}

function carryAnswers(app: FastifyInstance, deployment: Deployment, applied: readonly AppliedChange[]): void {
  const changes = changesAt('transport', applied)
  if (changes.length === 0) return
  app.addHook('onSend', async (request, reply, payload) => {
    let carried: unknown = payload
    for (const { change, onActivation } of changes) {
      const next = change.carry({ request, reply, payload: carried }, deployment)
      if (next !== carried) onActivation()
      carried = next
    }
    return carried
  })
}

/** A change that refuses a request has made a difference. */
async function counted<Result>(work: () => Promise<Result>, onActivation: () => void): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    onActivation()
    throw error
  }
}

function routeOf(request: FastifyRequest): string {
  return `${request.method} ${(request.routeOptions.url ?? '').replace(prefix, '')}`
}

function sentOf(request: FastifyRequest): Sent {
  const query = isRecord(request.query) ? request.query : {}
  return { route: routeOf(request), request, query, body: request.body }
}

function differs(one: Answer, other: Answer): boolean {
  return !isDeepStrictEqual(
    [one.status, one.headers, one.json, one.bytes],
    [other.status, other.headers, other.json, other.bytes],
  )
}
