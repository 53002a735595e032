import type { Configuration } from '../config/configuration.ts'

/**
 * Concurrent checks, by the number of concurrent requests. Checks often wait for one of them to create shared set-up, and only
 * the checks that have started send requests meanwhile. In a smoke run fewer are concurrent: one gets what another has used.
 */
export function checksAtOnce({ concurrency, effort }: Pick<Configuration, 'concurrency' | 'effort'>): number {
  return effort === 'smoke' ? Math.ceil(concurrency / 2) : concurrency * 4
}
