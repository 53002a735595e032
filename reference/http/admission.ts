import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { callerByHeader } from './caller.ts'
import { rateLimitExceeded, unauthorized } from './service-error.ts'

const prefix = '/v1/public'

/**
 * What every request meets before its path, its method or its body is looked at: the headers that every response carries,
 * then the key, then the rate limit.
 */
export function admit(deployment: Deployment, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  const caller = callerByHeader(deployment, request.headers.authorization)
  const allowance = deployment.rateLimiter.take(caller?.organizationId ?? 'anonymous')
  reply.header('x-ratelimit-limit', String(allowance.limit))
  reply.header('x-ratelimit-remaining', String(allowance.remaining))
  reply.header('x-ratelimit-reset', String(allowance.reset))
  request.caller = caller
  if (!isUnderPrefix(request.url)) return
  if (caller === null) throw unauthorized()
  if (allowance.spent) throw rateLimitExceeded()
}

function isUnderPrefix(url: string): boolean {
  const path = url.split('?', 1)[0] ?? ''
  return path === prefix || path.startsWith(`${prefix}/`)
}
