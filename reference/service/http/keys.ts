import { randomBytes, randomUUID } from 'node:crypto'
import type { Deployment } from '../deployment.ts'
import { hashOfKey } from './caller.ts'

/** The descriptive name of keys that the control plane creates. */
export const createdByControl = 'created by the control plane'

/** A new key: this is the only time that its text is seen. */
export interface IssuedKey {
  readonly id: string
  readonly key: string
}

/** Issues a key of an organization in the name of one of its users. */
export function issueKey(
  { store, faults }: Pick<Deployment, 'store' | 'faults'>,
  owner: { readonly organizationId: string; readonly userId: string; readonly name: string },
): IssuedKey {
  const id = randomUUID()
  // 30 bytes make 40 characters.
  const prefix =
    owner.name === createdByControl && faults.active('created-key-without-the-prefix') ? 'key_' : 'svc_api_'
  const key = `${prefix}${randomBytes(30).toString('base64url')}`
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
export function revokeKey(
  { store, faults }: Pick<Deployment, 'store' | 'faults'>,
  id: string,
  at = new Date(),
): boolean {
  const changed = store.run(
    'UPDATE api_keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?',
    at.toISOString(),
    id,
  )
  if (changed > 0 && faults.active('revocation-takes-sibling-keys-along')) {
    store.run(
      `UPDATE api_keys SET revoked_at = ? WHERE revoked_at IS NULL AND name = ?
       AND organization_id = (SELECT organization_id FROM api_keys WHERE id = ?)`,
      at.toISOString(),
      createdByControl,
      id,
    )
  }
  return changed > 0
}
