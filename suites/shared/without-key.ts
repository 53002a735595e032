import { drawId, endpoints, requestById } from '#suite'
import type { EndpointId, Exchange, Given, RawRequest, Sources } from '#suite'
import { bodyFor } from './with-bad-key.ts'

const badJson = { name: 5, readable_id: 'Not So', value: {} }
/** An upload without a file. */
const badForm = [{ name: 'allow_duplicate', value: 'perhaps' }]

/** A request of the endpoint that is wrong in everything but its path, so that only the missing key may be judged. */
export function wrongInEverything(id: EndpointId, given: Given): RawRequest {
  return {
    ...requestById(id, drawId()),
    query: endpoints[id].method === 'GET' ? { limit: 'none', type: 'none', version: 'none' } : {},
    broken: 'no key, unknown ids, an invalid body or query',
    ...(id === 'uploadFile' ? { form: badForm } : bodyFor(id, given, badJson)),
  }
}

/** The request id of the requests without a key: as long as one may be, with every kind of character that a service may change. */
export const sentRequestId = '007_Aa-'.padEnd(64, 'xY9')

/** The answer to such a request without a key, which brings a request id: sent once per session, for all that is judged of it. */
export function withoutKey(id: EndpointId, { api, given, session }: Sources): Promise<Exchange> {
  const headers = { 'x-request-id': sentRequestId }
  return session.shared(`${id} without a key`, () => api.raw({ ...wrongInEverything(id, given), as: 'none', headers }))
}
