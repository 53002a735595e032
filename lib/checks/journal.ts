import type { ExchangeSummary } from '../client/summarize-exchange.ts'
import type { RequirementId } from '../contract/requirement.ts'
import type { Finding } from './finding.ts'
import type { Obstacle } from './errors.ts'

/** What kept a check from one of its requirements. */
export type Untested = Obstacle & {
  readonly requirement: RequirementId
  readonly check: string
  /** Whether the check found a violation that another requirement's violation explains. */
  readonly isConsequence?: true
}

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

/** How often a check evaluated a requirement. */
export interface Evaluations {
  readonly requirement: RequirementId
  readonly check: string
  /** The place where a passive check looked; a check that claims something by itself is one case, under its title. */
  readonly case?: string
  readonly count: number
}

/** A check that the suite has, whether this run comes to it or not: one case of each requirement that it verifies. */
export interface DeclaredCase {
  readonly case: string
  readonly requirements: readonly RequirementId[]
}

/** What a requirement was evaluated on: one exchange of the check that says most of it, and every endpoint. */
export interface Evidence {
  readonly requirement: RequirementId
  readonly check: string
  readonly endpoints: readonly string[]
  readonly exchange: ExchangeSummary
}

/** What a run has observed: the one source of every report. Plain data, so that it crosses threads and files. */
export interface JournalRecord {
  readonly declared?: readonly DeclaredCase[]
  readonly evaluations: readonly Evaluations[]
  readonly evidence?: readonly Evidence[]
  readonly findings: readonly Finding[]
  readonly untested: readonly Untested[]
  readonly observations: readonly Observation[]
  readonly harnessProblems: readonly HarnessProblem[]
  readonly transportProblems: readonly HarnessProblem[]
  readonly exchanges: number
  readonly traffic?: readonly CheckTraffic[]
  /** Milliseconds of the slowest answer: the teardown waits as long. */
  readonly slowestMs?: number
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
