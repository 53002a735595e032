import type { Difference } from './difference.ts'

/** A difference as people are shown it. */
export interface Condensed extends Difference {
  /** The number of further, rarer differences at the same place. */
  readonly otherWays: number
}

/** From this number of operations on, the same difference is shown once for all. */
const many = 4

/** Fewer lines for people: a difference at many operations is one line, and so is a place with several differences. */
export function condense(differences: readonly Difference[]): readonly Condensed[] {
  const alike = Map.groupBy(differences, ({ kind, where, old, new: now }) => [kind, where, old, now].join('\n'))
  const merged = [...alike.values()].flatMap((group) => (operationsOf(group).length >= many ? together(group) : group))
  const places = Map.groupBy(merged, ({ kind, where, endpoints }) => [endpoints.join(), kind, where].join('\n'))
  return [...places.values()].flatMap((ways) => {
    const [most] = ways.toSorted((one, other) => other.occurrences - one.occurrences)
    return most ? [{ ...most, otherWays: ways.length - 1 }] : []
  })
}

function together(group: readonly Difference[]): readonly Difference[] {
  const occurrences = group.reduce((sum, one) => sum + one.occurrences, 0)
  return group.slice(0, 1).map((first) => ({ ...first, endpoints: operationsOf(group), occurrences }))
}

function operationsOf(group: readonly Difference[]): readonly string[] {
  return [...new Set(group.flatMap(({ endpoints }) => endpoints))].toSorted()
}
