import type { Comparison, Transition } from './comparison.ts'

/** Drift that is reported and fails a comparison only on request. */
export const driftKinds = ['findings', 'observations', 'coverage', 'depth'] as const
export type DriftKind = (typeof driftKinds)[number]

type Compared = Omit<Comparison, 'regressions'>

/**
 * The reasons why a comparison fails, one per line: new violations, documented rules that nothing evaluates any more, and the
 * requested drift.
 */
export function regressions(compared: Compared, failOn: ReadonlySet<DriftKind>): string[] {
  const { newlyViolated, newlyUntested } = compared
  return [
    ...(compared.new.verdict === 'error' ? ['the new run ended in an error'] : []),
    ...naming(
      'newly violated',
      newlyViolated.filter(({ accepted }) => !accepted),
    ),
    ...naming(
      'documented and newly untested',
      newlyUntested.filter(({ kind }) => kind === 'documented'),
    ),
    ...driftKinds
      .filter((kind) => failOn.has(kind))
      .map((kind) => ({ kind, count: driftOf(kind, compared) }))
      .filter(({ count }) => count > 0)
      .map(({ kind, count }) => `drift of ${kind}: ${count}`),
  ]
}

function driftOf(kind: DriftKind, compared: Compared): number {
  // To have looked at more is not a loss.
  return kind === 'depth' ? compared.depth.filter(({ change }) => change === 'lost').length : compared[kind].length
}

function naming(what: string, transitions: readonly Transition[]): string[] {
  return transitions.length === 0 ? [] : [`${what}: ${transitions.map(({ id }) => id).join(', ')}`]
}
