import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { unauthorized } from './service-error.ts'

/** Who asks: the key's organization, and the user in whose name the key acts. */
export interface Caller {
  readonly keyId: string
  readonly organizationId: string
  readonly userId: string
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

/** Only this is kept of a key. */
export function hashOfKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** Finds the caller by the header, or null where the key is missing, malformed, unknown or revoked. */
export function callerByHeader(deployment: Deployment, header: string | undefined): Caller | null {
  const key = /^bearer +(\S+)$/iu.exec(header ?? '')?.[1]
  if (key === undefined) return null
  const row = deployment.store.get<{ id: string; organization_id: string; user_id: string; revoked_at: string | null }>(
    'SELECT id, organization_id, user_id, revoked_at FROM api_keys WHERE hash = ?',
    hashOfKey(key),
  )
  if (row === undefined || row.revoked_at !== null) return null
  return { keyId: row.id, organizationId: row.organization_id, userId: row.user_id }
}

/** The caller of an admitted request. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw unauthorized()
  return request.caller
}
