import type { Difference } from './difference.ts'
import { endpointIds } from '../service/interface/endpoint.ts'
import { requestOf } from '../service/interface/request-of.ts'
import type { Condensed } from './condense.ts'

interface Deployment {
  readonly name: string
  readonly baseUrl: string
}

/** The result of comparing two deployments: `against.json`. */
export interface Comparison {
  readonly old: Deployment
  readonly new: Deployment
  readonly mode: 'read-only' | 'read-write'
  readonly effort: string
  readonly seed: number
  /** Compared answers to the same requests. */
  readonly pairs: number
  /** Differences that did not occur again: chance, or data that others change. */
  readonly unconfirmed: number
  readonly differences: readonly Difference[]
}

/** Differences by operation; those at several operations come first. */
export function byEndpoint(differences: readonly Condensed[]): ReadonlyMap<string, readonly Condensed[]> {
  const groups = Map.groupBy(differences, ({ endpoints: operations }) =>
    operations.length > 1 ? several : operationText(operations[0] ?? ''),
  )
  return new Map([...groups].toSorted(([one], [other]) => rank(one) - rank(other) || one.localeCompare(other)))
}

const several = 'Several operations'

function operationText(operation: string): string {
  const id = endpointIds.find((one) => one === operation)
  return id === undefined ? operation : requestOf(id)
}

function rank(endpoint: string): number {
  return endpoint === several ? 0 : 1
}
