import type { Exchange } from '../../client/exchange.ts'
import type { EndpointId } from '../../service/interface/endpoint.ts'
import { matchEndpoint } from '../../service/interface/match-endpoint.ts'

/**
 * The paths that clients of the interface send: identifiers are UUIDs, and need no escapes. Where any other path leads, and what a
 * gateway says to it, is not for the contract: `%25`, dot segments and encoded separators may reach any endpoint, or none.
 */
const clientPath = /^(?:\/[\w~-]{1,300})+$/

/** The one that was asked for last: some twenty checks ask for one exchange, one after the other. */
let matched: { readonly exchange: Exchange; readonly endpoint: EndpointId | undefined } | undefined

/**
 * The contract's endpoint that an exchange went to, by its method and path as sent; `undefined` where the contract has none.
 * What the check meant to address does not count: a hostile id may lead elsewhere.
 */
export function endpointOf(exchange: Exchange): EndpointId | undefined {
  if (matched?.exchange === exchange) return matched.endpoint
  const [path = ''] = exchange.request.path.split(/[?#]/, 1)
  const endpoint = clientPath.test(path) ? matchEndpoint(exchange.request.method, path) : undefined
  matched = { exchange, endpoint }
  return endpoint
}
