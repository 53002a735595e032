import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'
import { broken, invalidRequest, notFound, ServiceError, validationError } from './service-error.ts'

/** Writes an error answer; what is not a rejection of ours becomes one that shows nothing of the inside. */
export function answerError(
  deployment: Deployment,
  error: unknown,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): FastifyReply {
  const { status, code, message, details } = refusalOf(deployment, error, request)
  reply.code(status).type('application/json; charset=utf-8')
  return reply.send(JSON.stringify({ error: code, message, ...(details !== undefined && { details }) }))
}

/** What the client is told of anything that was thrown. */
export const refusalOf = rule((_: Deployment, error: unknown, _request: FastifyRequest): ServiceError => {
  if (error instanceof ServiceError) return error
  const code = codeOf(error)
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH') return notFound()
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return badBody('the body is too large', 'too_large')
  if (code.startsWith('FST_ERR_CTP')) return badBody('the body cannot be read', 'unreadable')
  if (code.startsWith('FST_')) return invalidRequest('the request cannot be read')
  // The message may show internals: it goes to the operator, not to the client.
  console.error(error)
  return broken()
})

function badBody(msg: string, type: string): ServiceError {
  return validationError({ loc: ['body'], msg, type })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
