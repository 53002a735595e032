import Fastify, { type FastifyInstance, type HTTPMethods } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { registerFiles } from '../files/routes.ts'
import { registerItems } from '../items/routes.ts'
import { registerOrganizationUsers } from '../organization-users/routes.ts'
import { registerProducts } from '../products/routes.ts'
import { registerProperties } from '../properties/routes.ts'
import { registerWorkspaces } from '../workspaces/routes.ts'
import { admit } from './admission.ts'
import { answerBrokenRequest, answerTunnelRequest } from './broken-request.ts'
import { answerError } from './error-handler.ts'
import { readJsonBodies } from './json-body.ts'
import { methodNotAllowed, notFound } from './service-error.ts'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { rule } from '../rule.ts'

/** Registers the routes of one resource; paths in it start after `/v1/public`. */
export type Registration = (app: FastifyInstance, deployment: Deployment) => void

/** Every resource of the service: a new one is added here. */
const registrations: readonly Registration[] = [
  registerWorkspaces,
  registerProducts,
  registerItems,
  registerProperties,
  registerFiles,
  registerOrganizationUsers,
]

const prefix = '/v1/public'
const methods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE'] as const

/** The public interface as a Fastify application that does not listen yet; `extend` adds hooks of its own before the routes. */
export async function publicApplication(
  deployment: Deployment,
  extend: (app: FastifyInstance) => void = () => undefined,
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    // Long ids and long request ids are answered, not cut off. A request without Host is rejected by the service, with its
    // headers, and not by Node.
    http: { maxHeaderSize: 65_536, requireHostHeader: false },
    routerOptions: { maxParamLength: 65_536 },
    bodyLimit: 16 * 1024 * 1024,
    forceCloseConnections: true,
    genReqId: (incoming) => requestIdOf(deployment, incoming),
    clientErrorHandler: (error, socket) => answerBrokenRequest(deployment, error, socket),
    frameworkErrors: (error, request, reply) => {
      void answerError(deployment, admitted(() => admit(deployment, request, reply)) ?? error, { request, reply })
    },
  })
  app.server.on('checkExpectation', (incoming, response) => app.server.emit('request', incoming, response))
  app.server.on('connect', (_incoming, socket) => answerTunnelRequest(deployment, socket))
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request, reply) => admit(deployment, request, reply))
  extend(app)
  app.setErrorHandler((error, request, reply) => answerError(deployment, error, { request, reply }))
  readJsonBodies(app, deployment)
  registerAll(app, deployment)
  await app.ready()
  return app
}

function registerAll(app: FastifyInstance, deployment: Deployment): void {
  const known = new Map<string, Set<string>>()
  app.addHook('onRoute', (route) => {
    const served = known.get(route.url) ?? new Set()
    for (const method of [route.method].flat()) served.add(method)
    known.set(route.url, served)
  })
  void app.register(
    async (scope) => {
      for (const register of registrations) register(scope, deployment)
    },
    { prefix },
  )
  void app.register(async (scope) => refuseTheRest(scope, known))
}

/** Other methods of known paths, then everything else. Refused in a hook, so that no body is read for it. */
function refuseTheRest(app: FastifyInstance, known: ReadonlyMap<string, ReadonlySet<string>>): void {
  for (const [url, served] of known) {
    const method: HTTPMethods[] = methods.filter((name) => !served.has(name))
    const allow = [...served].join(', ')
    app.route({
      url,
      method,
      onRequest: async (_request, reply) => {
        reply.header('allow', allow)
        throw methodNotAllowed()
      },
      handler: () => null,
    })
  }
  app.route({
    url: '/*',
    method: [...methods],
    onRequest: async () => {
      throw notFound('no such path')
    },
    handler: () => null,
  })
}

function admitted(admission: () => void): unknown {
  try {
    admission()
    return undefined
  } catch (error) {
    return error
  }
}

// What Node accepts as a header value of a response.
const sendable = /^[\t\u0020-\u007e\u0080-\u00ff]+$/u

/** The incoming `x-request-id` as it came, or a fresh id if there is none that could be sent back. */
export const requestIdOf = rule((_: Deployment, { headers }: Pick<IncomingMessage, 'headers'>): string => {
  const given = headers['x-request-id']
  return typeof given === 'string' && sendable.test(given) ? given : randomUUID()
})
