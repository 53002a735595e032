import type { ConformanceReport } from '../report/conformance-report.ts'
import type { ObservationDrift } from './comparison.ts'
import { dialectValues, observedValues, type Values } from './observed-values.ts'
import type { Pair } from './transitions.ts'

interface Sides {
  readonly of: string
  readonly old: Values
  readonly new: Values
}

/** What the contract leaves open and the target does otherwise now. Where one run did not look, nothing is said: see the transitions. */
export function observationDrift(
  pairs: readonly Pair[],
  { old, new: now }: { readonly old: ConformanceReport; readonly new: ConformanceReport },
): ObservationDrift[] {
  const bothLooked = pairs.filter((pair) => pair.old.verdict !== 'untested' && pair.new.verdict !== 'untested')
  return [
    ...bothLooked.flatMap((pair) =>
      driftOf({ of: pair.new.id, old: observedValues(pair.old), new: observedValues(pair.new) }),
    ),
    ...driftOf({ of: 'dialect', old: dialectValues(old), new: dialectValues(now) }),
  ]
}

function driftOf({ of, old, new: now }: Sides): ObservationDrift[] {
  const names = [...new Set([...old.keys(), ...now.keys()])].toSorted()
  return names.flatMap((name) => {
    const then = [...(old.get(name) ?? [])].toSorted()
    const values = [...(now.get(name) ?? [])].toSorted()
    return JSON.stringify(then) === JSON.stringify(values) ? [] : [{ of, name, old: then, new: values }]
  })
}
