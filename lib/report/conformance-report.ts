import type { ReportedDescription } from './reported-description.ts'
import type { Finding } from '../checks/finding.ts'
import type { ExchangeSummary } from '../client/summarize-exchange.ts'
import type { Coverage } from '../checks/journal.ts'
import type { Obstacle } from '../checks/errors.ts'
import type { Effort } from '../config/configuration.ts'
import type { RunSettings } from '../config/replay-command.ts'
import type { Requirement } from '../contract/requirement.ts'

export type RequirementVerdict = 'conforms' | 'violated' | 'untested' | 'observed'
export type TargetVerdict = 'conformant' | 'non-conformant' | 'incomplete' | 'error'

/** A case that nothing evaluated, and why. */
export type UntestedCase = Obstacle & { readonly case: string }

/** The number of evaluated cases of a requirement. */
export interface ReportedCases {
  readonly known: number
  readonly looked: number
  readonly untested: readonly UntestedCase[]
}

/** The evidence of a requirement: the checks with their places, the endpoints, and one exchange in short form. */
export interface ReportedEvidence {
  readonly checks: ReadonlyArray<{ readonly check: string; readonly cases: readonly string[] }>
  readonly endpoints: readonly string[]
  readonly exchange?: ExchangeSummary | undefined
}

export interface ReportedRequirement extends Pick<Requirement, 'id' | 'area' | 'kind' | 'statement' | 'source'> {
  readonly verdict: RequirementVerdict
  /** Number of different checks that evaluated it. */
  readonly checks: number
  readonly cases: ReportedCases
  /** The time its checks spent waiting for answers; that of a check of several requirements is divided among them. */
  readonly durationMs?: number | undefined
  /** False if a violation is shown and does not fail the run. */
  readonly counts?: false | undefined
  readonly untested?: Obstacle | undefined
  readonly findings: readonly Finding[]
  /** Absent in files of earlier versions, and if nothing was evaluated. */
  readonly evidence?: ReportedEvidence | undefined
  readonly observations: ReadonlyArray<{ readonly name: string; readonly value: string }>
}

export interface ReportedTarget {
  readonly name: string
  readonly baseUrl: string
  readonly mode: 'read-only' | 'read-write'
  readonly effort: Effort
  readonly seed: number
  readonly dialect: Readonly<Record<string, unknown>>
  readonly startedAt: string
  readonly durationMs: number
  /** The requests of the checks, and of the reads before them. */
  readonly exchanges: number
  /** The requests that removed the run's records, and searched for them. */
  readonly teardownExchanges?: number
}

/** A run of the same target before this one. */
export interface EarlierRun {
  readonly startedAt: string
  readonly verdict: TargetVerdict
  /** How many requirements it found violated. */
  readonly violated: number
}

/** What is new since the last run of the same target. */
export interface SinceLast {
  readonly newlyViolated: readonly string[]
  readonly fixed: readonly string[]
  /** The runs before this one, the oldest first. */
  readonly runs: readonly EarlierRun[]
  /** Whether the last run used another version of the suite, which may explain a difference. */
  readonly isOtherSuite?: boolean
}

export interface ReportedCoverage extends Coverage {
  readonly statuses: ReadonlyArray<{ readonly status: number; readonly endpoints: readonly string[] }>
}

/** What the checks of one area cost the target. */
export interface ReportedTraffic {
  /** Absent for what was sent to set the run up. */
  readonly area?: string
  /** The number of different checks that sent requests. */
  readonly checks: number
  readonly exchanges: number
  /** The time spent waiting for answers; checks run concurrently, so the sum may exceed the duration of the run. */
  readonly durationMs: number
}

/** Problems that are not findings. Those of the run or of the suite make the verdict `error`. */
export interface Problem {
  readonly kind: 'run' | 'suite' | 'transport' | 'note'
  readonly text: string
}

/** The judged results of a run: the basis of every report. */
export interface ConformanceReport {
  readonly schemaVersion: 1
  readonly suite: {
    readonly name: 'product-data-conformance'
    readonly version: string
    readonly contract: '1.0.0'
    readonly requirementsDigest: string
  }
  readonly target: ReportedTarget
  readonly replay: string
  /** The options of the run; absent in files of earlier versions. */
  readonly settings?: RunSettings | undefined
  readonly verdict: TargetVerdict
  readonly summary: Readonly<Record<RequirementVerdict | 'knownDeviations', number>>
  readonly requirements: readonly ReportedRequirement[]
  readonly coverage: ReportedCoverage
  /** The target's own OpenAPI description, if the run was given one. */
  readonly description?: ReportedDescription | undefined
  readonly traffic?: readonly ReportedTraffic[] | undefined
  /** The place of that run's report in the reports directory. */
  readonly since?: SinceLast
  readonly problems?: readonly Problem[] | undefined
  /** Entries of the deviations file that are out of date, and why. */
  readonly staleDeviations?: readonly string[] | undefined
}
