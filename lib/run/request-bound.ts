import type { Configuration } from '../config/configuration.ts'

/** The request limit from which lower efforts choose the most informative checks, including teardown. */
export const plannedRequests = {
  smoke: { 'read-only': 250, 'read-write': 600 },
  quick: { 'read-only': 4000, 'read-write': 4000 },
} as const

/** The share of these that a smoke run may send before its teardown. */
const beforeTeardown = { 'read-only': 1, 'read-write': 0.84 } as const

/** The number of requests that a run may send before its teardown; no limit if `undefined`. */
export function requestBound({ maxRequests, effort, mode }: Configuration): number | undefined {
  return maxRequests ?? (effort === 'smoke' ? plannedRequests.smoke[mode] * beforeTeardown[mode] : undefined)
}
