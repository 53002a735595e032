import type { FastifyInstance } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { listUsers } from './list-users.ts'

/** The users of the organization. */
export function registerOrganizationUsers(app: FastifyInstance, deployment: Deployment): void {
  app.get('/organization/users', (request) => listUsers(deployment, request))
}
