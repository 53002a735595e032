import type { Configuration } from '../config/configuration.ts'

/** Requests for which efforts that leave cases out take those that tell most, teardown included. */
export const plannedRequests = {
  smoke: { 'read-only': 250, 'read-write': 600 },
  quick: { 'read-only': 4000, 'read-write': 4000 },
} as const

/** What part of these a smoke run may send before its teardown. */
const beforeTeardown = { 'read-only': 1, 'read-write': 0.8 } as const

/** Requests that a run may send before its teardown; no bound where `undefined`. */
export function requestBound({ maxRequests, effort, mode }: Configuration): number | undefined {
  return maxRequests ?? (effort === 'smoke' ? plannedRequests.smoke[mode] * beforeTeardown[mode] : undefined)
}
