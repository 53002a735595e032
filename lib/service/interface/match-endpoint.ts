import { endpointIds, endpoints, type EndpointId } from './endpoint.ts'

// A literal path (`/items/bulk`) comes before a parameter (`/items/{item_id}`).
const patterns = [...endpointIds]
  .sort((one, other) => parametersOf(one) - parametersOf(other))
  .map((id) => ({
    id,
    method: endpoints[id].method,
    path: new RegExp(`^${endpoints[id].path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))

const literals = new Set<string>(endpointIds.map((id) => endpoints[id].path).filter((path) => !path.includes('{')))

/**
 * The endpoint of a method and a path (without query); `undefined` if the contract has none. A literal path (`/items/bulk`) is
 * never the id of something else, whatever the method.
 */
export function matchEndpoint(method: string, path: string): EndpointId | undefined {
  if (literals.has(path))
    return endpointIds.find((id) => endpoints[id].path === path && endpoints[id].method === method)
  return patterns.find((pattern) => pattern.method === method && pattern.path.test(path))?.id
}

function parametersOf(id: EndpointId): number {
  return endpoints[id].path.split('{').length - 1
}
