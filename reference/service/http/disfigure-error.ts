import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import type { FaultSwitch } from '../../faults/fault-switch.ts'
import { refund } from './bucket.ts'
import type { ServiceError, ValidationEntry } from './service-error.ts'

/** An error body, sound or not. */
export interface ErrorBody {
  readonly error: string
  readonly message: string
  readonly details?: unknown
}

/** The faults in the headers of error answers; a sound service leaves them as they are. */
export function disfigureErrorHeaders(
  deployment: Deployment,
  { status }: ServiceError,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): void {
  const { faults } = deployment
  if (faults.active('request-id-missing-on-errors')) reply.removeHeader('x-request-id')
  if (status === 401 && request.headers['x-request-id'] !== undefined && faults.active('request-id-fresh-on-401')) {
    reply.header('x-request-id', randomUUID())
  }
  if (status === 429 && request.headers['x-request-id'] !== undefined && faults.active('request-id-fresh-on-429')) {
    reply.header('x-request-id', randomUUID())
  }
  if (status === 404 && faults.active('limit-missing-on-unknown-resources')) reply.removeHeader('x-ratelimit-limit')
  if (status === 404 && faults.active('unknown-resource-as-html')) reply.type('text/html; charset=utf-8')
  if (status === 401 && faults.active('remaining-missing-on-401')) reply.removeHeader('x-ratelimit-remaining')
  if (status === 429 && faults.active('remaining-is-one-on-429')) reply.header('x-ratelimit-remaining', '1')
  if (status === 429 && faults.active('reset-announced-too-early')) {
    reply.header('x-ratelimit-reset', String(Math.floor(Date.now() / 1000)))
  }
  if (status === 429 && faults.active('reset-missing-on-429')) reply.removeHeader('x-ratelimit-reset')
  if (status !== 429 && faults.active('errors-tell-another-limit')) reply.header('x-ratelimit-limit', '2000000')
  if (status !== 429 && faults.active('errors-are-not-counted')) {
    refund(deployment, request)
  }
}

/** The faults in error bodies; a sound service leaves them as they are. */
export function disfigureErrorBody(
  faults: FaultSwitch,
  { status, code }: ServiceError,
  { body, url }: { readonly body: ErrorBody; readonly url: string },
): ErrorBody {
  const path = url.split('?', 1)[0] ?? ''
  const isWrite = code === 'validation_error' && !entriesOf(body.details).some(({ loc }) => loc[0] === 'query')
  if (isWrite && path.endsWith('/bulk') && faults.active('bulk-errors-have-another-code')) {
    return { ...body, error: 'invalid_bulk' }
  }
  if (
    isWrite &&
    /\/items\/[^/]+$/u.test(path) &&
    !path.endsWith('/bulk') &&
    faults.active('item-errors-have-another-code')
  ) {
    return { ...body, error: 'invalid_item' }
  }
  if (status === 404 && faults.active('unknown-resource-without-message')) return { ...body, message: '' }
  if (code === 'PART_NUMBER_ALREADY_ASSIGNED' && faults.active('details-as-a-list')) return { ...body, details: [] }
  if (code === 'validation_error') return disfigureValidation(faults, body)
  return body
}

function disfigureValidation(faults: FaultSwitch, body: ErrorBody): ErrorBody {
  const entries = entriesOf(body.details)
  const aboutPages = entries.some(({ loc }) => loc[1] === 'limit' || loc[1] === 'offset')
  if (aboutPages && faults.active('page-errors-have-another-code')) return { ...body, error: 'invalid_parameter' }
  if (faults.active('validation-place-as-text')) {
    return { ...body, details: { errors: entries.map(({ loc, msg, type }) => ({ loc: loc.join('.'), msg, type })) } }
  }
  if (entries.some(({ loc }) => loc[1] === 'userTitle') && faults.active('bad-title-has-another-code')) {
    return { ...body, error: 'invalid_title' }
  }
  if (entries.some(isAboutType) && faults.active('wrong-type-names-the-body-only')) {
    return {
      ...body,
      details: { errors: entries.map((entry) => (isAboutType(entry) ? { ...entry, loc: ['body'] } : entry)) },
    }
  }
  if (faults.active('validation-names-no-field')) {
    return { ...body, details: { errors: entries.map(({ loc, msg, type }) => ({ loc: loc.slice(0, 1), msg, type })) } }
  }
  return body
}

function isAboutType({ type, loc }: ValidationEntry): boolean {
  return type === 'type' && loc.length > 1
}

function entriesOf(details: unknown): readonly ValidationEntry[] {
  if (typeof details !== 'object' || details === null || !('errors' in details)) return []
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- validationError() is the one that writes it
  return details.errors as readonly ValidationEntry[]
}
