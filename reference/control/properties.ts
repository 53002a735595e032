import type { FastifyInstance } from 'fastify'
import type { Deployment } from '../service/deployment.ts'
import { notFound } from '../service/http/service-error.ts'
import { rule } from '../service/rule.ts'
import { softDeleteProperty } from '../service/properties/delete-property.ts'

/** People delete properties softly in the web application. */
export function registerPropertyControls(app: FastifyInstance, deployment: Deployment): void {
  app.post<{ Params: { id: string } }>('/properties/:id/soft-delete', (request, reply) => {
    if (!softDelete(deployment, request.params.id)) throw notFound('no such property')
    return reply.code(204).send()
  })
}

/** Marks the property as deleted; tells whether there is one. */
export const softDelete = rule(({ store }: Deployment, id: string): boolean => softDeleteProperty(store, id))
