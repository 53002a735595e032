/**
 * Checks under way at once, by how many requests may be. A row of checks often waits for what one of them makes for all,
 * request by request, and only as many others as have begun send meanwhile.
 */
export function checksAtOnce({ concurrency }: { readonly concurrency: number }): number {
  return concurrency * 4
}
