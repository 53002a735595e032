import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'

/** A new key: this is the only time that its text is seen. */
export interface IssuedKey {
  readonly id: string
  readonly key: string
}

/** Whose key it is to be, and what people call it. */
export interface KeyOwner {
  readonly organizationId: string
  readonly userId: string
  readonly name: string
}

/** Issues a key of an organization in the name of one of its users. */
export const issueKey = rule(({ store }: Deployment, { organizationId, userId, name }: KeyOwner): IssuedKey => {
  const id = randomUUID()
  // 30 bytes make 40 characters.
  const key = `svc_api_${randomBytes(30).toString('base64url')}`
  store.run(
    'INSERT INTO api_keys (id, organization_id, user_id, name, hash, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    id,
    organizationId,
    userId,
    name,
    hashOfKey(key),
    new Date().toISOString(),
  )
  return { id, key }
})

/** Revokes a key from the next request on; tells whether there was such a key. */
export const revokeKey = rule(({ store }: Deployment, id: string, at: Date): boolean => {
  const sql = 'UPDATE api_keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?'
  return store.run(sql, at.toISOString(), id) > 0
})

/** Only this is kept of a key. */
export function hashOfKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
