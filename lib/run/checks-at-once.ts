/**
 * Concurrent checks, by the number of concurrent requests. Checks often wait for one of them to create shared set-up, and only
 * the checks that have started send requests meanwhile.
 */
export function checksAtOnce({ concurrency }: { readonly concurrency: number }): number {
  return concurrency * 4
}
