import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'
import { findCaller } from './caller.ts'
import { takeAllowance } from './rate-limit.ts'
import type { Allowance } from './rate-limiter.ts'
import { expectationFailed, invalidRequest, rateLimitExceeded, unauthorized } from './service-error.ts'

const prefix = '/v1/public'

/**
 * What every request meets before its path, its method or its body is looked at: the headers that every response carries,
 * then the key, then the rate limit, then what HTTP itself asks of a request.
 */
export function admit(deployment: Deployment, request: FastifyRequest, reply: FastifyReply): void {
  request.caller = findCaller(deployment, request)
  const allowance = takeAllowance(deployment, request)
  reply.header('x-request-id', request.id)
  reply.header('x-ratelimit-limit', String(allowance.limit))
  reply.header('x-ratelimit-remaining', String(allowance.remaining))
  reply.header('x-ratelimit-reset', String(allowance.reset))
  if (isUnderPrefix(request.url)) requireAdmission(deployment, request, allowance)
  requireSoundHeaders(request)
}

/** Rejects what Node would refuse without the headers of every response: no Host (RFC 9112, 3.2), an unknown expectation. */
function requireSoundHeaders({ raw: { httpVersion }, headers }: FastifyRequest): void {
  if (headers.host === undefined && httpVersion === '1.1') throw invalidRequest('the Host header is missing')
  if (!/^(?:100-continue)?$/i.test(headers.expect ?? '')) throw expectationFailed()
}

/** Rejects a request without a valid key, and one beyond the rate limit. */
export const requireAdmission = rule((_: Deployment, request: FastifyRequest, allowance: Allowance): void => {
  if (request.caller === null) throw unauthorized()
  if (allowance.spent) throw rateLimitExceeded()
})

function isUnderPrefix(url: string): boolean {
  const path = url.split('?', 1)[0] ?? ''
  return path === prefix || path.startsWith(`${prefix}/`)
}
