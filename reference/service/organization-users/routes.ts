import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { callerOf } from '../http/caller.ts'
import { type List, listPage } from '../http/page.ts'
import type { PublicUser } from './public-user.ts'

/** The users of the organization. */
export function registerOrganizationUsers(app: FastifyInstance, deployment: Deployment): void {
  app.get('/organization/users', (request) => listUsers(deployment, request))
}

interface UserRow {
  readonly id: string
  readonly user_name: string
  readonly image_url: string | null
  readonly email: string
  readonly role: string
}

/** A user as the organization's list shows them. */
interface OrganizationUser extends PublicUser {
  readonly email: string
  readonly role: string
}

/** The users of the caller's organization, oldest first. */
function listUsers(deployment: Deployment, request: FastifyRequest): List<OrganizationUser> {
  return listPage<UserRow, OrganizationUser>(deployment, request, {
    sql: 'SELECT id, user_name, image_url, email, role FROM users WHERE organization_id = ? ORDER BY sequence',
    values: [callerOf(request).organizationId],
    show: ({ id, user_name, image_url, email, role }) => ({
      id,
      userName: user_name,
      imageUrl: image_url,
      email,
      role,
    }),
  })
}
