import type { Deployment } from '../deployment.ts'
import type { Caller } from './caller.ts'
import type { Allowance } from './rate-limiter.ts'

const withoutOrganization = 'anonymous'

/** The count that a caller's requests go to: one for each organization, and one for all callers without a valid key. */
export function bucketOf({ faults, organizations }: Deployment, caller: Caller | null): string {
  if (caller === null) return withoutOrganization
  if (faults.active('keys-counted-apart')) return caller.keyId
  if (caller.organizationId !== organizations.own && faults.active('organizations-counted-together')) {
    return organizations.own
  }
  return caller.organizationId
}

/** Counts one request of the caller. */
export function takeAllowance(deployment: Deployment, caller: Caller | null): Allowance {
  const bucket = bucketOf(deployment, caller)
  const shared = bucket === deployment.organizations.own
  return deployment.rateLimiter.take(bucket, shared ? bucket : (caller?.organizationId ?? withoutOrganization))
}
