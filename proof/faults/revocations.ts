import type { FastifyRequest } from 'fastify'
import type { RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { type Caller, findCaller, keyOf } from '../../reference/service/http/caller.ts'
import { hashOfKey } from '../../reference/service/http/keys.ts'
import { defineFaults } from './fault.ts'

/** Faults in which a revoked key goes on working, in some places or for some time. */
export const revocationFaults = defineFaults({
  'revoked-key-still-reads': {
    title: 'accepts a revoked key for reads',
    breaks: ['AUTH-04'],
    changes: [revokedKeysWork(({ method }) => method === 'GET')],
  },
  'revoked-key-still-writes': {
    title: 'accepts a revoked key except for reads',
    breaks: ['AUTH-04'],
    changes: [revokedKeysWork(({ method }) => method !== 'GET')],
  },
  'revoked-key-still-downloads': {
    title: 'accepts a revoked key for downloads',
    breaks: ['AUTH-04'],
    changes: [revokedKeysWork(({ url }) => url.includes('/download'))],
  },
  'revocation-takes-five-seconds': {
    title: 'accepts a revoked key for five more seconds',
    breaks: ['AUTH-05'],
    byTheClock: true,
    changes: [revokedKeysWork((_, revokedAt) => Date.now() - Date.parse(revokedAt) < 5000)],
  },
  'revocation-reaches-downloads-after-five-seconds': {
    title: 'accepts a revoked key for downloads for five more seconds',
    breaks: ['AUTH-05'],
    byTheClock: true,
    changes: [
      revokedKeysWork(({ url }, revokedAt) => url.includes('/download') && Date.now() - Date.parse(revokedAt) < 5000),
    ],
  },
  'revocation-reaches-lists-of-users-late': {
    title: 'accepts a revoked key for the list of users for another half minute',
    breaks: ['AUTH-05'],
    byTheClock: true,
    changes: [revokedKeysWork(({ url }, revokedAt) => url.includes('/organization/users') && isFresh(revokedAt))],
  },
  'revocation-reaches-updates-of-items-late': {
    title: 'accepts a revoked key for updates of items for another half minute',
    breaks: ['AUTH-05'],
    byTheClock: true,
    changes: [
      revokedKeysWork(
        ({ url, method }, revokedAt) => method === 'PATCH' && url.includes('/items/') && isFresh(revokedAt),
      ),
    ],
  },
  'revocation-reaches-properties-late': {
    title: 'accepts a revoked key for reads of properties for another half minute',
    breaks: ['AUTH-05'],
    byTheClock: true,
    changes: [
      revokedKeysWork(
        ({ url, method }, revokedAt) => method === 'GET' && url.includes('/properties') && isFresh(revokedAt),
      ),
    ],
  },
})

function revokedKeysWork(when: (request: FastifyRequest, revokedAt: string) => boolean): RuleChange {
  return replace(findCaller, (sound) => (deployment, request) => {
    const caller = sound(deployment, request)
    if (caller !== null) return caller
    const revoked = deployment.store.get<Caller & { readonly revokedAt: string }>(
      `SELECT id AS keyId, organization_id AS organizationId, user_id AS userId, revoked_at AS revokedAt FROM api_keys
       WHERE hash = ? AND revoked_at IS NOT NULL`,
      hashOfKey(keyOf(deployment, request) ?? ''),
    )
    return revoked !== undefined && when(request, revoked.revokedAt) ? revoked : null
  })
}

/** Whether a key was revoked less than half a minute ago. */
function isFresh(revokedAt: string): boolean {
  return Date.now() - Date.parse(revokedAt) < 30_000
}
