import { randomBytes, randomUUID } from 'node:crypto'
import type { Store } from '../store/store.ts'
import { hashOfKey } from './caller.ts'

/** A new key: this is the only time that its text is seen. */
export interface IssuedKey {
  readonly id: string
  readonly key: string
}

/** Issues a key of an organization in the name of one of its users. */
export function issueKey(
  store: Store,
  owner: { readonly organizationId: string; readonly userId: string; readonly name: string },
): IssuedKey {
  const id = randomUUID()
  // 30 bytes make 40 characters.
  const key = `svc_api_${randomBytes(30).toString('base64url')}`
  store.run(
    'INSERT INTO api_keys (id, organization_id, user_id, name, hash, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    id,
    owner.organizationId,
    owner.userId,
    owner.name,
    hashOfKey(key),
    new Date().toISOString(),
  )
  return { id, key }
}

/** Revokes a key from the next request on; tells whether there was such a key. */
export function revokeKey(store: Store, id: string): boolean {
  const now = new Date().toISOString()
  return store.run('UPDATE api_keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?', now, id) > 0
}
