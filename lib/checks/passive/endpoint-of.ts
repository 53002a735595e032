import type { Exchange } from '../../client/exchange.ts'
import type { EndpointId } from '../../service/interface/endpoint.ts'
import { matchEndpoint } from '../../service/interface/match-endpoint.ts'

/**
 * The paths that clients of the interface send: identifiers are UUIDs and need no escapes. The contract does not define other
 * paths, or what a gateway answers to them: `%25`, dot segments and encoded separators may reach any endpoint, or none.
 */
const clientPath = /^(?:\/[\w~-]{1,300})+$/

/** The latest request: some twenty checks ask about one exchange, one after the other. */
let matched: { readonly exchange: Exchange; readonly endpoint: EndpointId | undefined } | undefined

/**
 * The contract's endpoint of an exchange, by its method and path as sent; `undefined` if there is none. The endpoint that the
 * check meant does not count: a hostile id may lead elsewhere.
 */
export function endpointOf(exchange: Exchange): EndpointId | undefined {
  if (matched?.exchange === exchange) return matched.endpoint
  const [path = ''] = exchange.request.path.split(/[?#]/, 1)
  const endpoint = clientPath.test(path) ? matchEndpoint(exchange.request.method, path) : undefined
  matched = { exchange, endpoint }
  return endpoint
}
