import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import type { FaultSwitch } from '../../faults/fault-switch.ts'
import { rule } from '../rule.ts'
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
    /** Past the rate limit and not refused for it yet: only a fault sets it. */
    owesRefusal: boolean
  }
}

interface KeyRow {
  readonly id: string
  readonly organization_id: string
  readonly user_id: string
  readonly revoked_at: string | null
}

/** Only this is kept of a key. */
export function hashOfKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** Finds the caller by the header, or null where the key is missing, malformed, unknown or revoked. */
export function callerByKey(deployment: Deployment, request: FastifyRequest): Caller | null {
  const key = keyOf(deployment, request)
  const row = key === undefined ? undefined : keyRow(deployment, key)
  if (row === undefined) return null
  if (row.revoked_at !== null && !worksAfterRevocation(deployment.faults, request, row.revoked_at)) return null
  return { keyId: row.id, organizationId: row.organization_id, userId: row.user_id }
}

/** The caller of an admitted request. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw unauthorized()
  return request.caller
}

/** The key that a request presents, if any. */
export const keyOf = rule(({ faults }: Deployment, { headers }: FastifyRequest): string | undefined => {
  const bearer = /^bearer +(\S+)$/iu.exec(headers.authorization ?? '')?.[1]
  const elsewhere = headers['x-api-key']
  if (bearer === undefined && typeof elsewhere === 'string' && faults.active('key-taken-from-x-api-key'))
    return elsewhere
  return bearer
})

function keyRow({ store, faults }: Deployment, key: string): KeyRow | undefined {
  const sql = 'SELECT id, organization_id, user_id, revoked_at FROM api_keys WHERE hash = ?'
  const row = store.get<KeyRow>(sql, hashOfKey(key))
  if (row === undefined && /[-.=]$/u.test(key) && faults.active('sign-after-the-key-is-passed-over'))
    return store.get<KeyRow>(sql, hashOfKey(key.slice(0, -1)))
  if (row !== undefined || !faults.active('key-with-a-character-too-many-is-taken')) return row
  return store.get<KeyRow>(sql, hashOfKey(key.slice(0, -1)))
}

function worksAfterRevocation(faults: FaultSwitch, request: FastifyRequest, revokedAt: string): boolean {
  if (request.method === 'GET' && faults.active('revoked-key-still-reads')) return true
  if (request.method !== 'GET' && faults.active('revoked-key-still-writes')) return true
  if (request.url.includes('/download') && faults.active('revoked-key-still-downloads')) return true
  return Date.now() - Date.parse(revokedAt) < 5000 && faults.active('revocation-takes-five-seconds')
}
