import type { ExchangeSummary } from '../client/summarize-exchange.ts'
import type { RequirementId } from '../contract/requirement.ts'
import type { Finding } from './finding.ts'
import type { Obstacle } from './errors.ts'

/** What kept a check from one of its requirements. */
export type Untested = Obstacle & {
  readonly requirement: RequirementId
  readonly check: string
  /** Whether the check found a violation that is the consequence of another requirement's violation. */
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
  /** The time in which it waited for their answers, in milliseconds. */
  readonly durationMs: number
}

/** How often a check evaluated a requirement. */
export interface Evaluations {
  readonly requirement: RequirementId
  readonly check: string
  /** The place that a passive check judged; a check that makes its own claims is one case, under its title. */
  readonly case?: string
  readonly count: number
}

/** A check of the suite, whether this run executes it or not: one case of each requirement that it verifies. */
export interface DeclaredCase {
  readonly case: string
  readonly requirements: readonly RequirementId[]
}

/** The evidence of a requirement: one exchange of the most informative check, and every endpoint. */
export interface Evidence {
  readonly requirement: RequirementId
  readonly check: string
  readonly endpoints: readonly string[]
  readonly exchange: ExchangeSummary
}

/** Everything that a run observed: the only source of all reports. Plain data, so that it can cross threads and files. */
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
  /** Milliseconds of the slowest answer: the teardown waits this long too. */
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
