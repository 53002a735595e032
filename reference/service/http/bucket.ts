import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import type { Allowance } from './rate-limiter.ts'

const withoutOrganization = 'anonymous'

type Counted = Pick<FastifyRequest, 'caller' | 'url'>

/** The count that a caller's requests go to: one for each organization, and one for all callers without a valid key. */
function bucketOf({ faults, organizations }: Deployment, { caller, url }: Counted): string {
  if (caller === null) return withoutOrganization
  if (faults.active('keys-counted-apart')) return caller.keyId
  if (faults.active('resources-counted-apart')) return `${caller.organizationId} ${url.split(/[/?]/u)[3] ?? ''}`
  if (caller.organizationId !== organizations.own && faults.active('organizations-counted-together')) {
    return organizations.own
  }
  return caller.organizationId
}

/** Counts one request. */
export function takeAllowance(deployment: Deployment, request: Counted): Allowance {
  const bucket = bucketOf(deployment, request)
  const shared = bucket === deployment.organizations.own
  return deployment.rateLimiter.take(bucket, shared ? bucket : (request.caller?.organizationId ?? withoutOrganization))
}

/** Gives a counted request back. */
export function refund(deployment: Deployment, request: Counted): void {
  deployment.rateLimiter.refund(bucketOf(deployment, request))
}
