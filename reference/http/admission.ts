import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { takeAllowance } from './bucket.ts'
import { callerByKey } from './caller.ts'
import { writeRateHeaders } from './rate-headers.ts'
import { broken, rateLimitExceeded, ServiceError, unauthorized } from './service-error.ts'

const prefix = '/v1/public'

/**
 * What every request meets before its path, its method or its body is looked at: the headers that every response carries,
 * then the key, then the rate limit.
 */
export function admit(deployment: Deployment, request: FastifyRequest, reply: FastifyReply): void {
  const { faults } = deployment
  reply.header('x-request-id', request.id)
  request.caller = callerByKey(deployment, request)
  const allowance = takeAllowance(deployment, request.caller)
  writeRateHeaders(faults, reply, allowance)
  if (isUnusual(request.id) && faults.active('unusual-request-id-breaks-the-service')) throw broken()
  if (!isUnderPrefix(request.url)) return
  if (request.caller === null) refuseWithoutKey(deployment, request)
  else if (allowance.spent) refuseBeyondLimit(deployment, request)
}

function refuseWithoutKey({ faults }: Deployment, request: FastifyRequest): void {
  if (faults.active('key-judged-after-path-and-body')) return
  if (request.headers.authorization === undefined && faults.active('missing-key-has-another-code')) {
    throw new ServiceError({ status: 401, code: 'missing_token', message: 'a valid API key is required' })
  }
  throw unauthorized()
}

function refuseBeyondLimit({ faults }: Deployment, request: FastifyRequest): void {
  const isCreation = request.method === 'POST' && request.url === `${prefix}/products`
  if (isCreation && faults.active('refused-creation-is-done')) {
    request.owesRefusal = true
    return
  }
  if (request.url.startsWith(`${prefix}/workspaces/`) && faults.active('workspace-by-id-is-not-limited')) return
  if (faults.active('another-code-past-the-limit')) {
    throw new ServiceError({ status: 429, code: 'too_many_requests', message: 'too many requests' })
  }
  throw rateLimitExceeded()
}

function isUnderPrefix(url: string): boolean {
  const path = url.split('?', 1)[0] ?? ''
  return path === prefix || path.startsWith(`${prefix}/`)
}

function isUnusual(requestId: string): boolean {
  return requestId.length > 256 || /[^\u0020-\u007e]/u.test(requestId)
}
