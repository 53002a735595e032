import type { EndpointId } from './endpoint.ts'
import { isRecord } from '../../contract/is-record.ts'

// For these the contract defines no record: an answer may wrap it.
const notShown: ReadonlySet<EndpointId> = new Set<EndpointId>([
  'createItem',
  'getItem',
  'updateItem',
  'createProperty',
  'updateProperty',
])
const wrappers: ReadonlySet<string> = new Set(['item', 'property', 'data', 'result', 'record', 'resource', 'entity'])

/** The record of an answer whose form the contract leaves open, also from inside a wrapping object. */
export function unwrapRecord(endpoint: EndpointId | undefined, json: unknown): unknown {
  if (endpoint === undefined || !notShown.has(endpoint) || !isRecord(json) || json['id'] !== undefined) return json
  const wrapped = Object.entries(json).filter(
    ([name, value]) => wrappers.has(name.toLowerCase()) && isRecord(value) && typeof value['id'] === 'string',
  )
  return wrapped.length === 1 ? wrapped[0]?.[1] : json
}
