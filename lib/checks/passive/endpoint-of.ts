import type { Exchange } from '../../client/exchange.ts'
import type { EndpointId } from '../../contract/endpoint.ts'
import { matchEndpoint } from '../../contract/match-endpoint.ts'

// How a target routes dot segments, empty segments and encoded separators is its own affair: such a path may reach any endpoint, or none.
const oddPath = /\/\/|\/$|%2f|%5c|[\\;]|\/(?:\.|%2e){1,2}(?:\/|$)/i

const matched = new WeakMap<Exchange, { readonly endpoint: EndpointId | undefined }>()

/**
 * The contract's endpoint that an exchange went to, by its method and path as sent; `undefined` where the contract has none.
 * What the check meant to address does not count: a hostile id may lead elsewhere.
 */
export function endpointOf(exchange: Exchange): EndpointId | undefined {
  const known = matched.get(exchange)
  if (known) return known.endpoint
  const [path = ''] = exchange.request.path.split(/[?#]/, 1)
  const endpoint = oddPath.test(path) ? undefined : matchEndpoint(exchange.request.method, path)
  matched.set(exchange, { endpoint })
  return endpoint
}
