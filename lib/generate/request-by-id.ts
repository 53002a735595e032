import type { RequestDescription } from '../client/request-description.ts'
import { pathSegment } from '../client/request-target.ts'
import { endpoints, type EndpointId } from '../service/interface/endpoint.ts'

export type RequestById = Pick<RequestDescription, 'method' | 'path' | 'endpoint' | 'json'>

/** Lawful bodies for the writes to one resource. */
const bodies: { readonly [Id in EndpointId]?: unknown } = {
  updateProduct: { description: 'as it was' },
  updateItem: { description: 'as it was' },
  updateProperty: { description: 'as it was' },
  updateFile: { description: 'as it was' },
}

/** A request to an endpoint of one resource with any id, otherwise lawful. The id is percent-encoded in the path. */
export function requestById(endpoint: EndpointId, id: string): RequestById {
  const { method, path } = endpoints[endpoint]
  const json = bodies[endpoint]
  return {
    endpoint,
    method,
    path: path.replace(/\{\w+\}/, () => pathSegment(id)),
    ...(json === undefined ? {} : { json }),
  }
}
