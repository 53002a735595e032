import type { RequirementKind } from '../../contract/requirement.ts'
import type { ConformanceReport } from '../../report/conformance-report.ts'
import type { Mark } from '../../report/document/run-document.ts'
import { type ComparedRun, type Comparison, type CountedCases, areTellingTimes } from '../comparison.ts'

export interface HistoryRun
  extends ComparedRun, Pick<ConformanceReport['target'], 'mode' | 'effort' | 'durationMs' | 'exchanges'> {
  readonly summary: ConformanceReport['summary']
  readonly cases: CountedCases
  /** The page of the run, if it is there. */
  readonly page?: string
}

/** What one run says of one requirement. */
export interface HistoryCell extends CountedCases {
  readonly mark: Mark
}

/** A requirement over all runs; undefined if the catalogue of a run did not have it. */
export interface HistoryRow {
  readonly id: string
  readonly area: string
  readonly kind: RequirementKind
  readonly statement: string
  readonly cells: ReadonlyArray<HistoryCell | undefined>
  /** Whether two runs that know it mark it differently. */
  readonly changed: boolean
}

/** The median time of an endpoint in each run; undefined if a run did not use it. */
export interface HistoryLatency {
  readonly endpoint: string
  readonly medianMs: ReadonlyArray<number | undefined>
}

/** Open behaviour that not all runs observed alike; undefined if a run did not observe it. */
export interface HistoryObservation {
  /** A requirement, or `dialect`. */
  readonly of: string
  readonly name: string
  readonly values: ReadonlyArray<readonly string[] | undefined>
}

/** Several runs, oldest first. */
export interface History {
  readonly runs: readonly HistoryRun[]
  /** What changed from each run to the next. */
  readonly steps: readonly Comparison[]
  readonly rows: readonly HistoryRow[]
  readonly latencies: readonly HistoryLatency[]
  readonly observations: readonly HistoryObservation[]
}

/** The same history without its oldest runs, if there are more than this number. */
export function newestRuns(history: History, most: number): History {
  const left = Math.max(0, history.runs.length - most)
  if (left === 0) return history
  return {
    runs: history.runs.slice(left),
    steps: history.steps.slice(left),
    rows: history.rows.map((row) => ({ ...row, cells: row.cells.slice(left) })),
    latencies: history.latencies.map((row) => ({ ...row, medianMs: row.medianMs.slice(left) })),
    observations: history.observations.map((row) => ({ ...row, values: row.values.slice(left) })),
  }
}

/** Whether the time of an endpoint changed by more than chance. */
export function hasTellingTimes({ medianMs }: HistoryLatency): boolean {
  const known = medianMs.filter((time) => time !== undefined)
  return known.length > 1 && areTellingTimes(Math.min(...known), Math.max(...known))
}
