import { requestById, type CheckContext, type EndpointId, type Exchange } from '#suite'

/** The answer of a creation to a body without fields; sent once per session. */
export function requestWithEmptyBody(
  endpoint: EndpointId,
  { api, session }: Pick<CheckContext, 'api' | 'session'>,
): Promise<Exchange> {
  const request = { ...requestById(endpoint, ''), json: {}, broken: 'an empty body' }
  return session.shared(`${endpoint} with an empty body`, () => api.raw(request))
}
