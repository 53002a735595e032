import Fastify, { type FastifyInstance } from 'fastify'
import type { Deployment } from '../service/deployment.ts'
import { answerError } from '../service/http/error-handler.ts'
import { readJsonBodies } from '../service/http/json-body.ts'
import { notFound } from '../service/http/service-error.ts'
import type { Registration } from '../service/http/application.ts'
import type { ControlAccess } from './control-access.ts'
import { registerAiUsageControls } from './ai-usage.ts'
import { registerKeyControls } from './keys.ts'
import { registerPartNumberRuleControls } from './part-number-rules.ts'
import { registerProductControls } from './products.ts'
import { createGeneratedDocument } from '../service/documents/create-generated-document.ts'
import { rule } from '../service/rule.ts'
import { softDeleteProperty } from '../service/properties/delete-property.ts'
import { BodyRule } from '../service/http/body.ts'
import { configuredRateLimit, configureRateLimit } from '../service/http/rate-limit.ts'
import type { RateLimit } from '../service/http/rate-limiter.ts'
import { publishVersion } from '../service/versions/publish-version.ts'

/** Every topic of the control plane: a new one is added here. */
const registrations: readonly Registration[] = [
  registerKeyControls,
  registerProductControls,
  registerPartNumberRuleControls,
  registerRateLimitControls,
  registerVersionControls,
  registerPropertyControls,
  registerFileControls,
  registerGeneratedDocumentControls,
  registerAiUsageControls,
]

/** What the web application does and the public interface does not: on a port of its own, for who knows its token. */
export async function controlApplication(deployment: Deployment, access: ControlAccess): Promise<FastifyInstance> {
  const app = Fastify({ logger: false, forceCloseConnections: true, rewriteUrl: access.rewriteUrl })
  app.addHook('onRequest', async (request) => access.check(request))
  app.setErrorHandler((error, request, reply) => answerError(deployment, error, { request, reply }))
  app.setNotFoundHandler(() => {
    throw notFound('no such control')
  })
  readJsonBodies(app, deployment)
  // Ids may come as the public interface shows them, in upper case too.
  app.addHook('preHandler', async (request) => {
    if (typeof request.params !== 'object' || request.params === null) return
    request.params = Object.fromEntries(
      Object.entries(request.params).map(([name, id]) => [name, typeof id === 'string' ? id.toLowerCase() : id]),
    )
  })
  for (const register of registrations) register(app, deployment)
  await app.ready()
  return app
}

/** People have documents made of an item in the web application. */
function registerGeneratedDocumentControls(app: FastifyInstance, { store }: Deployment): void {
  app.post<{ Params: { id: string } }>('/items/:id/generated-document', (request, reply) => {
    const item = store.get<{ created_by: string }>('SELECT created_by FROM items WHERE id = ?', request.params.id)
    if (item === undefined) throw notFound('no such item')
    const fileId = createGeneratedDocument(store, { itemId: request.params.id, userId: item.created_by })
    return reply.code(201).send({ fileId })
  })
}

/** People delete properties softly in the web application. */
function registerPropertyControls(app: FastifyInstance, deployment: Deployment): void {
  app.post<{ Params: { id: string } }>('/properties/:id/soft-delete', (request, reply) => {
    if (!softDelete(deployment, request.params.id)) throw notFound('no such property')
    return reply.code(204).send()
  })
}

/** Marks the property as deleted; tells whether there is one. */
export const softDelete = rule(({ store }: Deployment, id: string): boolean => softDeleteProperty(store, id))

const wish = new BodyRule<RateLimit | null>({
  type: ['object', 'null'],
  properties: { limit: { type: 'integer', minimum: 1 }, windowSeconds: { type: 'integer', minimum: 1 } },
  required: ['limit', 'windowSeconds'],
})

/** Tells and sets the own organization's limit; setting opens a new window, and null brings the generous default back. */
function registerRateLimitControls(app: FastifyInstance, deployment: Deployment): void {
  const { own } = deployment.organizations
  app.get('/rate-limit', (_, reply) =>
    reply.type('application/json').send(JSON.stringify(configuredRateLimit(deployment, own) ?? null)),
  )
  app.put('/rate-limit', (request, reply) => {
    configureRateLimit(deployment, own, wish.read(request))
    return reply.code(204).send()
  })
}

/** The interface has no deletion of files; the web application soft-deletes them. */
function registerFileControls(app: FastifyInstance, { store }: Deployment): void {
  app.post<{ Params: { id: string } }>('/files/:id/soft-delete', (request, reply) => {
    if (store.run('UPDATE files SET deleted = 1 WHERE id = ?', request.params.id) === 0) throw notFound('no such file')
    return reply.code(204).send()
  })
}

/** Versions are published in the web application. */
function registerVersionControls(app: FastifyInstance, deployment: Deployment): void {
  app.post<{ Params: { id: string } }>('/products/:id/publish', (request, reply) => {
    const { id } = request.params
    if (deployment.store.get('SELECT 1 FROM products WHERE id = ?', id) === undefined) throw notFound('no such product')
    return reply.code(201).send({ version: publishVersion(deployment, id) })
  })
}
