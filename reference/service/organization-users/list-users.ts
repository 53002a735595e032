import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { callerOf } from '../http/caller.ts'
import { type List, listPage } from '../http/page.ts'
import { Query } from '../http/query.ts'
import { validationError } from '../http/service-error.ts'

interface UserRow {
  readonly id: string
  readonly user_name: string
  readonly image_url: string | null
  readonly email: string
  readonly role: string
}

/** A user as the organization's list shows them. */
export interface OrganizationUser {
  readonly id: string
  readonly userName: string
  readonly imageUrl?: string | null
  readonly email?: string
  readonly role?: string
}

/** The users of the caller's organization, oldest first. */
export function listUsers(deployment: Deployment, request: FastifyRequest): List<OrganizationUser> {
  const { faults } = deployment
  if (new Query(request).text('limit') === undefined && faults.active('user-list-needs-a-limit')) {
    throw validationError({ loc: ['query', 'limit'], msg: 'is required', type: 'missing' })
  }
  const { organizationId } = callerOf(request)
  const condition = faults.active('user-list-reaches-across-organizations') ? '? IS NOT NULL' : 'organization_id = ?'
  return listPage<UserRow, OrganizationUser>(deployment, request, {
    sql: `SELECT id, user_name, image_url, email, role FROM users WHERE ${condition} ORDER BY sequence`,
    values: [organizationId],
    show: ({ id, user_name, image_url, email, role }) => ({
      id,
      userName: user_name,
      imageUrl: image_url,
      email,
      role,
    }),
  })
}
