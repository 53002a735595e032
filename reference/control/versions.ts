import type { FastifyInstance } from 'fastify'
import type { Deployment } from '../service/deployment.ts'
import { notFound } from '../service/http/service-error.ts'
import { publishVersion } from '../service/versions/publish-version.ts'

/** Versions are published in the web application. */
export function registerVersionControls(app: FastifyInstance, deployment: Deployment): void {
  app.post<{ Params: { id: string } }>('/products/:id/publish', (request, reply) => {
    const { id } = request.params
    if (deployment.store.get('SELECT 1 FROM products WHERE id = ?', id) === undefined) throw notFound('no such product')
    return reply.code(201).send({ version: publishVersion(deployment, id) })
  })
}
