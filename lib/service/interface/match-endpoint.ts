import { endpointIds, endpoints, type EndpointId } from './endpoint.ts'

// A literal path (`/items/bulk`) goes before a parameter (`/items/{item_id}`).
const patterns = [...endpointIds]
  .sort((one, other) => parametersOf(one) - parametersOf(other))
  .map((id) => ({
    id,
    method: endpoints[id].method,
    path: new RegExp(`^${endpoints[id].path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))

const literals = new Set<string>(endpointIds.map((id) => endpoints[id].path).filter((path) => !path.includes('{')))

/**
 * The endpoint that a method and a path (without query) belong to; `undefined` where the contract has none.
 * A path of its own (`/items/bulk`) is never the id of something else, whatever the method.
 */
export function matchEndpoint(method: string, path: string): EndpointId | undefined {
  if (literals.has(path))
    return endpointIds.find((id) => endpoints[id].path === path && endpoints[id].method === method)
  return patterns.find((pattern) => pattern.method === method && pattern.path.test(path))?.id
}

function parametersOf(id: EndpointId): number {
  return endpoints[id].path.split('{').length - 1
}
