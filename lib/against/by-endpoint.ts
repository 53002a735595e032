import type { Difference } from './difference.ts'

/** Differences by the operation that shows them; those that several show come first. */
export function byEndpoint(differences: readonly Difference[]): ReadonlyMap<string, readonly Difference[]> {
  const groups = Map.groupBy(differences, ({ endpoints }) =>
    endpoints.length > 1 ? 'several operations' : (endpoints[0] ?? ''),
  )
  return new Map([...groups].toSorted(([one], [other]) => rank(one) - rank(other) || one.localeCompare(other)))
}

function rank(endpoint: string): number {
  return endpoint === 'several operations' ? 0 : 1
}
