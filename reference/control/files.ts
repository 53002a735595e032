import type { FastifyInstance } from 'fastify'
import type { Deployment } from '../service/deployment.ts'
import { notFound } from '../service/http/service-error.ts'

/** The interface has no deletion of files; the web application soft-deletes them. */
export function registerFileControls(app: FastifyInstance, { store }: Deployment): void {
  app.post<{ Params: { id: string } }>('/files/:id/soft-delete', (request, reply) => {
    if (store.run('UPDATE files SET deleted = 1 WHERE id = ?', request.params.id) === 0) throw notFound('no such file')
    return reply.code(204).send()
  })
}
