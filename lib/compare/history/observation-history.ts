import type { ConformanceReport } from '../../report/conformance-report.ts'
import { dialectValues, observedValues, type Values } from '../observed-values.ts'
import type { HistoryObservation } from './history.ts'

/** What each run observed of what the contract leaves open, as far as not all that looked observed the same. */
export function observationHistory(reports: readonly ConformanceReport[]): HistoryObservation[] {
  const byRequirement = reports.map((report) => observedIn(report))
  const subjects = new Set(byRequirement.flatMap((known) => [...known.keys()]))
  return [...subjects].flatMap((of) => {
    const values = byRequirement.map((known) => known.get(of))
    const names = [...new Set(values.flatMap((known) => [...(known?.keys() ?? [])]))].toSorted()
    return names
      .map((name) => ({ of, name, values: values.map((known) => known && [...(known.get(name) ?? [])].toSorted()) }))
      .filter((row) => new Set(row.values.flatMap((value) => (value ? [JSON.stringify(value)] : []))).size > 1)
  })
}

function observedIn(report: ConformanceReport): ReadonlyMap<string, Values> {
  const looked = report.requirements.filter(({ verdict }) => verdict !== 'untested')
  return new Map([...looked.map((row) => [row.id, observedValues(row)] as const), ['dialect', dialectValues(report)]])
}
