import { endpointIds, endpoints } from '../service/interface/endpoint.ts'
import type { Condensed } from './condense.ts'

/** Differences by the operation that shows them; those that several show come first. */
export function byEndpoint(differences: readonly Condensed[]): ReadonlyMap<string, readonly Condensed[]> {
  const groups = Map.groupBy(differences, ({ endpoints: operations }) =>
    operations.length > 1 ? several : requestOf(operations[0] ?? ''),
  )
  return new Map([...groups].toSorted(([one], [other]) => rank(one) - rank(other) || one.localeCompare(other)))
}

const several = 'Several operations'

/** An operation as it is asked for, without what all paths begin with: `GET /products`. */
function requestOf(operation: string): string {
  const id = endpointIds.find((one) => one === operation)
  return id === undefined ? operation : `${endpoints[id].method} ${endpoints[id].path.replace('/v1/public', '')}`
}

function rank(endpoint: string): number {
  return endpoint === several ? 0 : 1
}
