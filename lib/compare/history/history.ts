import type { RequirementKind } from '../../contract/requirement.ts'
import type { ConformanceReport } from '../../report/conformance-report.ts'
import type { Mark } from '../../report/document/violations.ts'
import type { ComparedRun, Comparison, CountedCases } from '../comparison.ts'

/** A run among those of a history. */
export interface HistoryRun
  extends ComparedRun, Pick<ConformanceReport['target'], 'mode' | 'effort' | 'durationMs' | 'exchanges'> {
  readonly summary: ConformanceReport['summary']
  readonly cases: CountedCases
  /** The page of the run, where it is there. */
  readonly page?: string
}

/** What one run says of one requirement. */
export interface HistoryCell extends CountedCases {
  readonly mark: Mark
}

/** A requirement over all runs; nothing where the catalogue of a run did not have it. */
export interface HistoryRow {
  readonly id: string
  readonly area: string
  readonly kind: RequirementKind
  readonly statement: string
  readonly cells: ReadonlyArray<HistoryCell | undefined>
  /** Whether two runs that know it mark it differently. */
  readonly changed: boolean
}

/** The median time of an endpoint in each run; nothing where a run did not ask it. */
export interface HistoryLatency {
  readonly endpoint: string
  readonly medianMs: ReadonlyArray<number | undefined>
}

/** Something that the contract leaves open and that not all runs observed alike; nothing where a run did not look. */
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
