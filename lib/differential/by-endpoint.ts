import type { Condensed } from './condense.ts'

/** Differences by the operation that shows them; those that several show come first. */
export function byEndpoint(differences: readonly Condensed[]): ReadonlyMap<string, readonly Condensed[]> {
  const groups = Map.groupBy(differences, ({ endpoints }) =>
    endpoints.length > 1 ? 'several operations' : (endpoints[0] ?? ''),
  )
  return new Map([...groups].toSorted(([one], [other]) => rank(one) - rank(other) || one.localeCompare(other)))
}

function rank(endpoint: string): number {
  return endpoint === 'several operations' ? 0 : 1
}
