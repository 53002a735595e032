import type { Exchange } from '../client/exchange.ts'
import type { ExchangeSummary } from '../client/summarize-exchange.ts'
import type { RequirementId } from '../contract/requirement.ts'
import type { Obstacle } from './untested-error.ts'

/** Why nothing looked at a requirement. */
export type UntestedReason =
  | 'writes-not-allowed'
  | 'traces-not-allowed'
  | 'missing-fixture'
  | 'missing-control'
  | 'capability-absent'
  | 'blocked'
  | 'deadline'
  | 'rate-limited'
  | 'not-selected'
  | 'not-written'

export interface Finding {
  readonly requirement: RequirementId
  /** Title of the check that objected. */
  readonly check: string
  /** What makes two findings the same breach: no ids, times or names of the run. Hashed into the signature. */
  readonly fingerprint: string
  readonly message: string
  readonly expected: string
  readonly actual: string
  readonly exchanges: readonly Exchange[]
  readonly hint?: string
  readonly counterexample?: string
  readonly seed?: number
  /** Requirements whose violation, if there is one, explains this finding away. */
  readonly causedBy?: readonly RequirementId[]
  /** fast-check's path to the counterexample. */
  readonly path?: string
}

/** A finding as plain data, its exchanges summarised and redacted; `reproduce` is a curl command for the last of them. */
export interface RecordedFinding extends Omit<Finding, 'exchanges'> {
  readonly exchanges: readonly ExchangeSummary[]
  readonly reproduce: string
  readonly occurrences: number
}

/** What kept a check from one of its requirements. */
export type Untested = Obstacle & { readonly requirement: RequirementId; readonly check: string }

export interface Observation {
  readonly requirement: RequirementId
  readonly name: string
  readonly value: string
}

export interface HarnessProblem {
  readonly check: string
  readonly message: string
}

/** What the requests of one check cost. */
export interface CheckTraffic {
  readonly check: string
  readonly exchanges: number
  /** In which their answers were waited for, milliseconds. */
  readonly durationMs: number
}

/** What a run has seen: the one source of every report. Plain data, so that it crosses threads and files. */
export interface JournalRecord {
  /** How often each check looked at each requirement. */
  readonly looks: ReadonlyArray<{ readonly requirement: RequirementId; readonly check: string; readonly count: number }>
  readonly findings: readonly RecordedFinding[]
  readonly untested: readonly Untested[]
  readonly observations: readonly Observation[]
  readonly harnessProblems: readonly HarnessProblem[]
  readonly transportProblems: readonly HarnessProblem[]
  readonly exchanges: number
  readonly traffic?: readonly CheckTraffic[]
  readonly coverage: Coverage
  readonly dialect: Readonly<Record<string, unknown>>
}

export interface Coverage {
  readonly endpoints: ReadonlyArray<{
    readonly endpoint: string
    readonly method: string
    readonly path: string
    readonly exchanges: number
    readonly statuses: readonly number[]
    readonly medianMs: number
  }>
  readonly fields: ReadonlyArray<{ readonly schema: string; readonly field: string; readonly seen: number }>
  readonly enumValues: ReadonlyArray<{
    readonly schema: string
    readonly field: string
    readonly value: string
    readonly seen: number
  }>
}
