import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'
import { findCaller } from './caller.ts'
import { type Allowance, takeAllowance } from './rate-limit.ts'
import { rateLimitExceeded, unauthorized } from './service-error.ts'

const prefix = '/v1/public'

/**
 * What every request meets before its path, its method or its body is looked at: the headers that every response carries,
 * then the key, then the rate limit.
 */
export function admit(deployment: Deployment, request: FastifyRequest, reply: FastifyReply): void {
  request.caller = findCaller(deployment, request)
  const allowance = takeAllowance(deployment, request)
  reply.header('x-request-id', request.id)
  reply.header('x-ratelimit-limit', String(allowance.limit))
  reply.header('x-ratelimit-remaining', String(allowance.remaining))
  reply.header('x-ratelimit-reset', String(allowance.reset))
  if (isUnderPrefix(request.url)) requireAdmission(deployment, request, allowance)
}

/** Refuses a request without a valid key, and one beyond the rate limit. */
export const requireAdmission = rule((_: Deployment, request: FastifyRequest, allowance: Allowance): void => {
  if (request.caller === null) throw unauthorized()
  if (allowance.spent) throw rateLimitExceeded()
})

function isUnderPrefix(url: string): boolean {
  const path = url.split('?', 1)[0] ?? ''
  return path === prefix || path.startsWith(`${prefix}/`)
}
