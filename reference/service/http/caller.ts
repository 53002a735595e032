import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'
import { hashOfKey } from './keys.ts'
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

/** Finds the caller by the key, or null if it is missing, malformed, unknown or revoked. */
export const findCaller = rule((deployment: Deployment, request: FastifyRequest): Caller | null => {
  const key = keyOf(deployment, request)
  return key === undefined ? null : callerByKey(deployment, key)
})

/** The key that a request presents, if any: `Authorization: Bearer <API_KEY>`. */
export const keyOf = rule(
  (_: Deployment, { headers }: FastifyRequest): string | undefined =>
    /^bearer +(\S+)$/iu.exec(headers.authorization ?? '')?.[1],
)

/** The caller that a key belongs to; null if there is no such key, or if it was revoked. */
export const callerByKey = rule(({ store }: Deployment, key: string): Caller | null => {
  const caller = store.get<Caller>(
    `SELECT id AS keyId, organization_id AS organizationId, user_id AS userId FROM api_keys
     WHERE hash = ? AND revoked_at IS NULL`,
    hashOfKey(key),
  )
  return caller ?? null
})

/** The caller of an admitted request. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw unauthorized()
  return request.caller
}
