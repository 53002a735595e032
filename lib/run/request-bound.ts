import type { Exchange } from '../client/exchange.ts'
import type { Configuration } from '../config/configuration.ts'

/** The request limit from which lower efforts choose the most informative checks, including teardown. */
export const plannedRequests = {
  smoke: { 'read-only': 250, 'read-write': 600 },
  quick: { 'read-only': 4000, 'read-write': 4000 },
} as const

/** Requests by which the teardown removes a product. */
export const requestsForRemoval = 2

/** What the teardown of a smoke run sends beside the removal of products: it looks for what is left. */
const lookAtTheEnd = { 'read-only': 0, 'read-write': 18 } as const

/** The number of requests that a run may send before its teardown; no limit if `undefined`. */
export function requestBound({ maxRequests, effort, mode }: Configuration): number | undefined {
  return maxRequests ?? (effort === 'smoke' ? plannedRequests.smoke[mode] - lookAtTheEnd[mode] : undefined)
}

/** The requests of the teardown that an exchange causes or saves, if they count: those of a smoke run do. */
export function removalOf(
  { endpoint, status }: Exchange,
  { maxRequests, effort }: Pick<Configuration, 'maxRequests' | 'effort'>,
): number {
  if (maxRequests !== undefined || effort !== 'smoke' || status >= 300) return 0
  if (endpoint === 'createProduct') return requestsForRemoval
  return endpoint === 'deleteProduct' ? -requestsForRemoval : 0
}
