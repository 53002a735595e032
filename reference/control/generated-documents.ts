import type { FastifyInstance } from 'fastify'
import type { Deployment } from '../service/deployment.ts'
import { createGeneratedDocument } from '../service/documents/create-generated-document.ts'
import { notFound } from '../service/http/service-error.ts'

/** People have documents made of an item in the web application. */
export function registerGeneratedDocumentControls(app: FastifyInstance, { store }: Deployment): void {
  app.post<{ Params: { id: string } }>('/items/:id/generated-document', (request, reply) => {
    const item = store.get<{ created_by: string }>('SELECT created_by FROM items WHERE id = ?', request.params.id)
    if (item === undefined) throw notFound('no such item')
    const fileId = createGeneratedDocument(store, { itemId: request.params.id, userId: item.created_by })
    return reply.code(201).send({ fileId })
  })
}
