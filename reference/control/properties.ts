import type { FastifyInstance } from 'fastify'
import type { Deployment } from '../service/deployment.ts'
import { notFound } from '../service/http/service-error.ts'
import { softDeleteProperty } from '../service/properties/delete-property.ts'

/** People delete properties softly in the web application. */
export function registerPropertyControls(app: FastifyInstance, { store }: Deployment): void {
  app.post<{ Params: { id: string } }>('/properties/:id/soft-delete', (request, reply) => {
    if (!softDeleteProperty(store, request.params.id)) throw notFound('no such property')
    return reply.code(204).send()
  })
}
