import type { EndpointId } from '../../service/interface/endpoint.ts'
import { requirements, type RequirementId } from '../../contract/requirement.ts'
import type { DescribedOperation } from '../operations.ts'

/**
 * How a description differs from the contract: it promises `less` or something `other`, which contradicts the contract; it
 * promises `more`, or defines an `open` point, which is lawful.
 */
export type DifferenceKind = 'less' | 'other' | 'more' | 'open'

/** One difference at one place. */
export interface Difference {
  readonly kind: DifferenceKind
  /** The requirement that it contradicts or concerns. */
  readonly requirement?: RequirementId
  /** What differs: `query parameter limit: maximum`. */
  readonly what: string
  readonly expected: string
  readonly described: string
  /** `GET /v1/public/products`. */
  readonly place: string
}

/** One endpoint in the contract and in the description. */
export interface Compared {
  readonly id: EndpointId
  readonly contract: DescribedOperation
  readonly described: DescribedOperation
}

/** A difference at an endpoint that has no requirement yet. */
export type Local = Omit<Difference, 'place'>

export interface GroupedDifference extends Omit<Difference, 'place'> {
  readonly places: readonly string[]
}

/** Whether a difference departs from the contract. */
export function departs({ kind }: Pick<Difference, 'kind'>): boolean {
  return kind === 'less' || kind === 'other'
}

/** Merges differences that differ only in their place; in the order of the requirements, contradictions first. */
export function grouped(differences: readonly Difference[]): readonly GroupedDifference[] {
  const groups = Map.groupBy(differences, (one) => JSON.stringify({ ...one, place: undefined }))
  const all = [...groups.values()].flatMap(([first, ...others]): readonly GroupedDifference[] => {
    if (!first) return []
    const { place, ...same } = first
    return [{ ...same, places: [...new Set([place, ...others.map((other) => other.place)])] }]
  })
  const order = new Map([...requirements.keys()].map((id, index) => [id, index]))
  const rank = ({ requirement }: GroupedDifference): number =>
    (requirement === undefined ? undefined : order.get(requirement)) ?? order.size
  return all.toSorted((one, other) => Number(departs(other)) - Number(departs(one)) || rank(one) - rank(other))
}
