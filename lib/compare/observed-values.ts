import { isRecord } from '../contract/is-record.ts'
import type { ConformanceReport, ReportedRequirement } from '../report/conformance-report.ts'

/** What was observed, by the name under which it was. */
export type Values = ReadonlyMap<string, ReadonlySet<string>>

/** What was observed at a requirement. */
export function observedValues({ observations }: ReportedRequirement): Values {
  const byName = Map.groupBy(observations, ({ name }) => name)
  return new Map([...byName].map(([name, rows]) => [name, new Set(rows.map(({ value }) => value))]))
}

/** The names and shapes that a run came across; how each was found out is its own concern. */
export function dialectValues({ target }: ConformanceReport): Values {
  return new Map(Object.entries(target.dialect).map(([name, found]) => [name, new Set([textOf(found)])]))
}

function textOf(found: unknown): string {
  const value = isRecord(found) && 'value' in found ? found['value'] : found
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
}
