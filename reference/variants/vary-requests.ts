import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuseAsProxy } from './refuse-as-proxy.ts'
import type { Deployment } from '../service/deployment.ts'
import { findFile } from '../service/files/find-file.ts'
import { callerOf } from '../service/http/caller.ts'
import { validationError } from '../service/http/service-error.ts'
import { findItem } from '../service/items/find-item.ts'
import { findProduct } from '../service/products/find-product.ts'
import { findProperty } from '../service/properties/find-property.ts'
import { findWorkspace } from '../service/workspaces/workspace.ts'
import { queryNames, requiredParameter } from './dialect-names.ts'
import { bodyFromDialect } from './body-from-dialect.ts'
import { lenient } from './lenient.ts'
import { refuseExcess } from './refuse-excess.ts'
import { refuseUnknownNames } from './refuse-unknown-names.ts'
import { Strangers } from './strangers.ts'
import type { VariantSwitch } from './variant-switch.ts'
import { routeOf } from './vary-answers.ts'
import { isRecord } from './vary-records.ts'

/** The lawful differences in what is taken of a request, before its route sees it. */
export function varyRequests(app: FastifyInstance, deployment: Deployment): void {
  const { variants } = deployment
  if (variants.none) return
  const strangers = new Strangers(deployment)
  app.addHook('onRequest', async (request, reply) => {
    if (variants.chosen('others-are-at-work')) strangers.requested()
    if (variants.chosen('answers-take-20-ms')) await sleep(20)
    if (variants.chosen('http-layer-minds-what-it-is-sent') && refuseAsProxy(request, reply)) return reply
    if (request.method === 'OPTIONS' && variants.chosen('options-are-answered')) return reply.code(204).send()
    if (variants.chosen('id-that-is-no-uuid-is-a-422')) refuseWhatIsNoUuid(request)
    return undefined
  })
  app.addHook('onResponse', async (request, reply) => {
    if (variants.chosen('products-are-touched-later')) touchLater(deployment, request, reply.statusCode)
    if (variants.chosen('connections-are-kept-for-a-moment')) closeWhenIdle(request.socket)
  })
  app.addHook('preParsing', async (request) => {
    if (variants.chosen('access-judged-before-the-body')) judgeAccess(deployment, request)
  })
  app.addHook('preValidation', async (request) => {
    if (variants.chosen('bodies-are-read-before-the-key')) callerOf(request)
    const route = routeOf(request)
    if (isRecord(request.query)) request.query = queryFromDialect(variants, route, request.query)
    request.body = bodyFromDialect(variants, route, request.body)
    refuseExcess(variants, request.body)
    refuseUnknownNames(variants, request, route)
  })
}

function queryFromDialect(
  variants: VariantSwitch,
  route: string,
  sent: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const names = queryNames(variants, route)
  const own = new Map(Object.entries(names).map(([ours, theirs]) => [theirs, ours]))
  const query = Object.fromEntries(
    Object.entries(sent)
      .filter(([, value]) => value !== '' || !variants.chosen('empty-parameters-count-as-left-out'))
      .filter(
        ([name]) =>
          route !== 'GET /items' || name !== 'product_id' || !variants.chosen('items-have-no-product-parameter'),
      )
      .map(([name, value]) => [
        own.get(name) ?? (Object.hasOwn(names, name) ? `unknown ${name}` : name),
        typeof value === 'string' ? lenient(variants, name, value) : value,
      ]),
  )
  if (route === 'GET /products' && query['q'] === '' && variants.chosen('empty-search-is-refused')) {
    throw validationError({
      loc: ['query', 'q'],
      msg: 'Input should have at least 1 character',
      type: 'string_too_short',
    })
  }
  const required = requiredParameter(variants, route)
  if (required === undefined || query[required] !== undefined) return query
  throw validationError({ loc: ['query', required], msg: 'Field required', type: 'missing' })
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

/** The target of an upload is left alone: it is said to be a string. */
function refuseWhatIsNoUuid(request: FastifyRequest): void {
  if (request.caller === null || !isRecord(request.params) || routeOf(request) === 'POST /files/:id') return
  for (const [name, value] of Object.entries(request.params)) {
    if (name === '*' || (typeof value === 'string' && uuid.test(value))) continue
    throw validationError({ loc: ['path', name], msg: 'Input should be a valid UUID', type: 'uuid_parsing' })
  }
}

function judgeAccess(deployment: Deployment, request: FastifyRequest): void {
  const params = isRecord(request.params) ? request.params : {}
  const [name, id] = Object.entries(params)[0] ?? []
  if (typeof id !== 'string' || request.method === 'POST') return
  const question = { id, caller: callerOf(request) }
  if (name === 'workspace_id') findWorkspace(deployment, question)
  if (name === 'product_id') findProduct(deployment, question)
  if (name === 'item_id') findItem(deployment, question)
  const isVersioned = isRecord(request.query) && request.query['version'] !== undefined
  if (name === 'property_id' && !isVersioned) findProperty(deployment, question)
  if (name === 'id') findFile(deployment, question, request.method === 'PATCH' ? 'update' : 'read')
}

const laterMs = 150

function touchLater({ store, closing }: Deployment, request: FastifyRequest, status: number): void {
  const { body } = request
  if (status !== 201 || !isRecord(body) || typeof body['product_id'] !== 'string') return
  const id = body['product_id'].toLowerCase()
  const touch = (): void => {
    if (closing.aborted) return
    store.run('UPDATE products SET updated_at = ? WHERE id = ?', new Date().toISOString(), id)
  }
  setTimeout(touch, laterMs).unref()
}

const idleMs = 1500

function closeWhenIdle(socket: Socket): void {
  const read = socket.bytesRead
  const close = (): void => {
    if (socket.bytesRead === read) socket.end()
  }
  setTimeout(close, idleMs).unref()
}
