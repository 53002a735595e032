import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../service/deployment.ts'
import { invalidRequest, notFound, ServiceError, validationError } from '../service/http/service-error.ts'

/** A refusal as the chosen variants have it, where the contract shows no status or no text. */
export function varyRefusal({ variants }: Deployment, refusal: ServiceError, request: FastifyRequest): ServiceError {
  if (variants.none) return refusal
  const { code, message } = refusal
  const kind = typeOf(refusal)
  if (code === 'readable_id_taken' && variants.chosen('taken-readable-id-is-a-422')) {
    return validationError({ loc: ['body', 'readable_id'], msg: 'is taken', type: 'unique' })
  }
  if (code === 'version_not_found') {
    if (variants.chosen('unknown-version-is-a-400')) return invalidRequest(message, 'unknown_version')
    const entry = { loc: ['query', 'version'], msg: message, type: 'unknown_version' }
    return variants.chosen('unknown-version-is-a-422') ? validationError(entry) : refusal
  }
  if (kind === 'json_invalid' && variants.chosen('malformed-json-is-a-400')) return invalidRequest(message)
  if (message.includes('not multipart')) {
    if (variants.chosen('upload-that-is-no-form-is-a-415')) {
      return new ServiceError({ status: 415, code: 'unsupported_media_type', message })
    }
    const entry = { loc: ['body', 'file'], msg: message, type: 'missing' }
    return variants.chosen('upload-that-is-no-form-is-a-422') ? validationError(entry) : refusal
  }
  if (refusal.status === 422) return varyValidation(variants, refusal)
  const isCreation = /^POST \S*\/(?:items|properties)(?:\/bulk)?$/u.test(`${request.method} ${request.url}`)
  if (isCreation && refusal.status === 404 && variants.chosen('unknown-parent-is-a-422')) {
    const parent = request.url.includes('/items') ? 'product_id' : 'item_id'
    return validationError({ loc: ['body', parent], msg: message, type: 'unknown_parent' })
  }
  if (message === 'no such path' && variants.chosen('unknown-path-is-echoed')) {
    return notFound(`Cannot ${request.method} ${request.url.split('?')[0]}`, 'route_not_found')
  }
  return refusal
}

function varyValidation(variants: Deployment['variants'], refusal: ServiceError): ServiceError {
  const { message } = refusal
  if (message.includes('includeDeleted') && variants.chosen('odd-boolean-is-a-400')) return invalidRequest(message)
  const isWithoutProduct = message.startsWith('query.product_id')
  return isWithoutProduct && variants.chosen('download-without-product-is-a-400') ? invalidRequest(message) : refusal
}

function typeOf({ details }: ServiceError): unknown {
  const errors = details?.['errors']
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined
  return typeof first === 'object' && first !== null && 'type' in first ? first.type : undefined
}
