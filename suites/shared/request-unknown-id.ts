import { drawId, requestById, type CheckContext, type EndpointId, type Exchange } from '#suite'

/** The answer of an endpoint to an id that no record has; sent once per session. */
export function requestUnknownId(
  endpoint: EndpointId,
  { api, session }: Pick<CheckContext, 'api' | 'session'>,
): Promise<Exchange> {
  return session.shared(`${endpoint} of an unknown id`, () => api.raw(requestById(endpoint, drawId())))
}
