import type { Configuration } from '../config/configuration.ts'

/** Requests of a run of the least effort at most, its teardown included. */
export const smokeRequests = { 'read-only': 250, 'read-write': 600 } as const satisfies Record<
  Configuration['mode'],
  number
>

/** What part of these a run may send before its teardown. */
const beforeTeardown = { 'read-only': 1, 'read-write': 0.8 } as const

/** Requests that a run may send before its teardown; no bound where `undefined`. */
export function requestBound({ maxRequests, effort, mode }: Configuration): number | undefined {
  return maxRequests ?? (effort === 'smoke' ? smokeRequests[mode] * beforeTeardown[mode] : undefined)
}
