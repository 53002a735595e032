import type { EndpointId } from '../interface/endpoint.ts'
import { refTo } from './component-schemas.ts'
import { responseHeaders } from './headers.ts'

interface Refusal {
  /** Name of the component. */
  readonly name: string
  readonly description: string
  /** Codes that the contract names for this status. */
  readonly codes: readonly string[]
}

const refusals: Readonly<Record<number, Refusal>> = {
  400: {
    name: 'BadRequest',
    description: 'The file is missing, empty or too large.',
    codes: ['invalid_request', 'file_too_large'],
  },
  401: { name: 'Unauthorized', description: 'The key is missing, invalid or revoked.', codes: ['unauthorized'] },
  403: {
    name: 'Forbidden',
    description: 'The key belongs to another organization than the resource.',
    codes: ['forbidden'],
  },
  404: { name: 'NotFound', description: 'The resource does not exist.', codes: ['not_found'] },
  409: { name: 'Conflict', description: 'A value that must be unique is or was in use.', codes: [] },
  422: { name: 'Invalid', description: 'The body or a parameter is invalid.', codes: ['validation_error'] },
  429: { name: 'TooManyRequests', description: 'Too many requests.', codes: ['rate_limit_exceeded'] },
}

/** Where an endpoint has codes of its own. */
const ownCodes: { readonly [Id in EndpointId]?: Readonly<Record<number, readonly string[]>> } = {
  uploadFile: { 404: ['target_not_found'], 409: ['duplicate_file'] },
  updateProduct: { 422: ['validation_error', 'PART_NUMBER_ALREADY_ASSIGNED'] },
}

/** How an endpoint refuses with a status. */
export function refusalOf(id: EndpointId, status: number): object {
  const refusal = refusals[status]
  if (refusal === undefined) throw new Error(`nothing is said about the status ${status}`)
  const codes = ownCodes[id]?.[status]
  if (codes !== undefined) return responseOf(status, { ...refusal, codes })
  return { $ref: `#/components/responses/${refusal.name}` }
}

/** The rejections that several endpoints share, by the name of their component. */
export function responseComponents(): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(refusals).map(([status, refusal]) => [refusal.name, responseOf(Number(status), refusal)]),
  )
}

function responseOf(status: number, { description, codes }: Refusal): object {
  return {
    description: codes.length === 0 ? description : `${description} Error code: ${codes.join(' or ')}.`,
    headers: responseHeaders,
    content: { 'application/json': { schema: status === 422 ? invalid() : refTo('resources/error.json') } },
    ...(codes.length === 0 ? {} : { 'x-error-codes': codes }),
  }
}

function invalid(): object {
  const details = { anyOf: [refTo('resources/validation-details.json'), { type: ['object', 'null'] }] }
  return { allOf: [refTo('resources/error.json'), { properties: { details } }] }
}
