import { drawId, requestById, type CheckContext, type EndpointId, type Exchange } from '#suite'

/** What an endpoint answers to an id that nothing has, asked for once per session. */
export function requestOfNothing(
  { api, session }: Pick<CheckContext, 'api' | 'session'>,
  endpoint: EndpointId,
): Promise<Exchange> {
  return session.shared(`${endpoint} of an unknown id`, () => api.raw(requestById(endpoint, drawId())))
}
