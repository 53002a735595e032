import { type EndpointId, endpoints } from './endpoint.ts'

/** An endpoint, for people, without the common prefix of all paths: `GET /products/{product_id}`. */
export function requestOf(id: EndpointId): string {
  return `${endpoints[id].method} ${endpoints[id].path.replace('/v1/public', '')}`
}
