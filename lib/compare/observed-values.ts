import { isRecord } from '../contract/is-record.ts'
import type { ConformanceReport, ReportedRequirement } from '../report/conformance-report.ts'
import type { ObservationDrift } from './comparison.ts'
import type { Pair } from './transitions.ts'

/** What was observed, by the name under which it was. */
export type Values = ReadonlyMap<string, ReadonlySet<string>>

/** What was observed at a requirement. */
export function observedValues({ observations }: ReportedRequirement): Values {
  const byName = Map.groupBy(observations, ({ name }) => name)
  return new Map([...byName].map(([name, rows]) => [name, new Set(rows.map(({ value }) => value))]))
}

/** The names and forms that a run learned, without how it learned them. */
export function dialectValues({ target }: ConformanceReport): Values {
  return new Map(Object.entries(target.dialect).map(([name, found]) => [name, new Set([textOf(found)])]))
}

function textOf(found: unknown): string {
  const value = isRecord(found) && 'value' in found ? found['value'] : found
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
}

interface Sides {
  readonly of: string
  readonly old: Values
  readonly new: Values
}

/** Open behaviour that changed. If one run did not observe it, nothing is reported here: see the transitions. */
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
