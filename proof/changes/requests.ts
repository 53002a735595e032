import { Query } from '../../reference/service/http/query.ts'
import type { RequestChange, Sent } from './change.ts'
import { without } from './without.ts'

/** Changes requests before their routes see them; one that is left alone is returned as it is. */
export function requests(receive: RequestChange['receive']): RequestChange {
  return { place: 'request', receive }
}

/** Changes the requests of some routes alone: `POST /products`. */
export function requestsOf(routes: readonly string[], receive: RequestChange['receive']): RequestChange {
  return requests((sent, deployment) => (routes.includes(sent.route) ? receive(sent, deployment) : sent))
}

/** The request with a body that `change` makes of the one sent, if that is a JSON object. */
export function withBody(
  sent: Sent,
  change: (body: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): Sent {
  const { body } = sent
  if (typeof body !== 'object' || body === null || Array.isArray(body) || Buffer.isBuffer(body)) return sent
  return { ...sent, body: change({ ...body }) }
}

/** Leaves a query parameter out of the requests of a route, if `when` says so of the query. */
export function forgets(
  { route, parameter }: { readonly route: string; readonly parameter: string },
  when: (query: Query) => boolean,
): RequestChange {
  return requestsOf([route], (sent) =>
    when(new Query(sent.request)) ? { ...sent, query: without(sent.query, parameter) } : sent,
  )
}
