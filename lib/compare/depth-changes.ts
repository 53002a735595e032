import type { DepthChange } from './comparison.ts'
import type { Pair } from './transitions.ts'

/** Requirements with the same verdict in both runs that one of them looked at in fewer cases. */
export function depthChanges(pairs: readonly Pair[]): DepthChange[] {
  return pairs.flatMap((pair) => {
    const [then, today] = [pair.old.cases, pair.new.cases]
    // A change of verdict is told as such; a report of an earlier version knows no cases.
    if (pair.old.verdict !== pair.new.verdict || then.known === 0 || today.known === 0) return []
    if (then.looked === today.looked) return []
    return [
      {
        id: pair.new.id,
        change: today.looked < then.looked ? ('lost' as const) : ('gained' as const),
        old: { looked: then.looked, known: then.known },
        new: { looked: today.looked, known: today.known },
      },
    ]
  })
}
