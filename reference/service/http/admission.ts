import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { recall, remember } from '../../faults/fault-memory.ts'
import { rule } from '../rule.ts'
import { refund, takeAllowance } from './bucket.ts'
import { callerByKey } from './caller.ts'
import { writeRateHeaders } from './rate-headers.ts'
import type { Allowance } from './rate-limiter.ts'
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
  const allowance = bendAllowance(deployment, takeAllowance(deployment, request))
  writeRateHeaders(faults, reply, allowance)
  if (request.url.includes('/download') && faults.active('downloads-are-not-counted')) refund(deployment, request)
  if (isUnusual(request.id) && faults.active('unusual-request-id-breaks-the-service')) throw broken()
  if (!isUnderPrefix(request.url)) return
  requireAdmission(deployment, request, allowance)
}

/** Refuses a request without a valid key, and one beyond the limit. */
export const requireAdmission = rule((deployment: Deployment, request: FastifyRequest, allowance: Allowance): void => {
  if (request.caller === null) refuseWithoutKey(deployment, request)
  else if (allowance.spent) refuseBeyondLimit(deployment, request)
})

function refuseWithoutKey({ faults }: Deployment, request: FastifyRequest): void {
  if (faults.active('key-judged-after-path-and-body')) return
  if (request.headers.authorization === undefined && faults.active('missing-key-has-another-code')) {
    throw new ServiceError({ status: 401, code: 'missing_token', message: 'a valid API key is required' })
  }
  throw unauthorized()
}

/** Small limits only: with the usual one nothing would ever be served again in time. */
const small = 100

function bendAllowance({ faults, store }: Deployment, allowance: Allowance): Allowance {
  if (allowance.spent && faults.active('limit-is-never-enforced')) return { ...allowance, spent: false }
  if (allowance.limit >= small || !faults.has('refusals-prolong-the-window')) return allowance
  if (allowance.spent) remember(store, 'refused until', String(allowance.reset * 1000 + 3000))
  if (allowance.spent || Date.now() >= Number(recall(store, 'refused until')?.value ?? 0)) return allowance
  faults.active('refusals-prolong-the-window')
  return { ...allowance, remaining: 0, spent: true }
}

function refuseBeyondLimit({ faults }: Deployment, request: FastifyRequest): void {
  const isCreation = request.method === 'POST' && request.url === `${prefix}/products`
  const isDeletion = request.method === 'DELETE' && request.url.startsWith(`${prefix}/products/`)
  const isFileUpdate = request.method === 'PATCH' && request.url.startsWith(`${prefix}/files/`)
  request.owesRefusal =
    (isCreation && faults.active('refused-creation-is-done')) ||
    (isDeletion && faults.active('refused-deletion-is-done')) ||
    (isFileUpdate && faults.active('refused-file-update-is-done'))
  if (request.owesRefusal) return
  const isUpload = request.method === 'POST' && request.url.startsWith(`${prefix}/files/`)
  if (isUpload && faults.active('uploads-are-not-limited')) return
  if (faults.active('busy-past-the-limit')) {
    throw new ServiceError({ status: 503, code: 'busy', message: 'try again later' })
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
