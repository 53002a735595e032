import Fastify, { type FastifyInstance } from 'fastify'
import type { Deployment } from '../service/deployment.ts'
import { answerError } from '../service/http/error-handler.ts'
import { readJsonBodies } from '../service/http/json-body.ts'
import { notFound } from '../service/http/service-error.ts'
import type { Registration } from '../service/http/application.ts'
import type { ControlAccess } from './control-access.ts'
import { registerAiUsageControls } from './ai-usage.ts'
import { registerFileControls } from './files.ts'
import { registerGeneratedDocumentControls } from './generated-documents.ts'
import { registerKeyControls } from './keys.ts'
import { registerPartNumberRuleControls } from './part-number-rules.ts'
import { registerProductControls } from './products.ts'
import { registerPropertyControls } from './properties.ts'
import { registerRateLimitControls } from './rate-limit.ts'
import { registerVersionControls } from './versions.ts'

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
