import type { FastifyInstance } from 'fastify'
import type { Deployment } from '../service/deployment.ts'
import { BodyRule } from '../service/http/body.ts'
import { issueKey, revokeKey } from '../service/http/keys.ts'
import { notFound } from '../service/http/service-error.ts'

const wish = new BodyRule<{ readonly organization: 'own' | 'other' }>({
  type: 'object',
  properties: { organization: { enum: ['own', 'other'] } },
  required: ['organization'],
})

/** The descriptive name of keys that are created here. */
export const createdByControl = 'created by the control plane'

/** Keys come and go in the web application. */
export function registerKeyControls(app: FastifyInstance, deployment: Deployment): void {
  const { store, organizations } = deployment
  app.post('/keys', (request, reply) => {
    const organizationId = organizations[wish.read(request).organization]
    const user = store.get<{ id: string }>(
      'SELECT id FROM users WHERE organization_id = ? ORDER BY sequence LIMIT 1',
      organizationId,
    )
    if (user === undefined) throw notFound('the organization has no user')
    return reply.code(201).send(issueKey(deployment, { organizationId, userId: user.id, name: createdByControl }))
  })
  app.delete<{ Params: { id: string } }>('/keys/:id', (request, reply) => {
    if (!revokeKey(deployment, request.params.id, new Date())) throw notFound('no such key')
    return reply.code(204).send()
  })
}
