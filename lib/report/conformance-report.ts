import type { ReportedDescription } from './reported-description.ts'
import type { Finding, ReproductionScript } from '../checks/finding.ts'
import type { ExchangeSummary } from '../client/summarize-exchange.ts'
import type { Coverage } from '../checks/journal.ts'
import type { Obstacle } from '../checks/errors.ts'
import type { Effort } from '../config/configuration.ts'
import type { Deviation } from '../config/read-deviations.ts'
import type { RunSettings } from '../config/replay-command.ts'
import type { Requirement } from '../contract/requirement.ts'

export type RequirementVerdict = 'conforms' | 'violated' | 'untested' | 'observed'
export type TargetVerdict = 'conformant' | 'non-conformant' | 'incomplete' | 'error'

/** A finding as the reports show it, with bounded texts. */
export interface ReportedFinding extends Omit<Finding, 'script'> {
  /** The script that shows it again: its name in the reports directory, and what it says. */
  readonly script?: ReproductionScript & { readonly name: string }
  readonly replay: string
  /** What led there, a line for each earlier exchange. */
  readonly trail: readonly string[]
  /** What the judged answer is compared with, a line for each exchange. */
  readonly beside: readonly string[]
  /** The deviation that accepts it for now. */
  readonly known?: Pick<Deviation, 'reason' | 'owner' | 'expires'>
}

/** A place where a requirement applies and nothing looked, and why. */
export type UntestedCase = Obstacle & { readonly case: string }

/** In how many of the places where a requirement applies it was looked at. */
export interface ReportedCases {
  readonly known: number
  readonly looked: number
  readonly untested: readonly UntestedCase[]
}

/** What a requirement was evaluated on: the checks with the places where they looked, the endpoints, and one exchange in short. */
export interface ReportedEvidence {
  readonly checks: ReadonlyArray<{ readonly check: string; readonly cases: readonly string[] }>
  readonly endpoints: readonly string[]
  readonly exchange?: ExchangeSummary
}

export interface ReportedRequirement extends Pick<Requirement, 'id' | 'area' | 'kind' | 'statement' | 'source'> {
  readonly verdict: RequirementVerdict
  /** Number of different checks that evaluated it. */
  readonly checks: number
  readonly cases: ReportedCases
  /** In which its checks waited for answers; a check that verifies several requirements is divided among them. */
  readonly durationMs?: number
  /** False if a violation is shown and does not fail the run. */
  readonly counts?: false
  readonly untested?: Obstacle
  readonly findings: readonly ReportedFinding[]
  /** Absent in files of earlier versions, and where nothing looked. */
  readonly evidence?: ReportedEvidence
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
  /** Those of the checks, and of the first look at the target. */
  readonly exchanges: number
  /** Those that removed what the run had created, and looked for it. */
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
  /** Whether the last one was made with another version of the suite, so that a difference may be the suite's. */
  readonly isOtherSuite?: boolean
}

export interface ReportedCoverage extends Coverage {
  readonly statuses: ReadonlyArray<{ readonly status: number; readonly endpoints: readonly string[] }>
}

/** What the checks of one area cost the target. */
export interface ReportedTraffic {
  /** Absent for what was sent to set the run up. */
  readonly area?: string
  /** Number of different checks that sent something. */
  readonly checks: number
  readonly exchanges: number
  /** In which answers were waited for; checks run side by side, so the sum may be more than the run took. */
  readonly durationMs: number
}

/** Trouble that is not a finding. What is of the run or of the suite makes the verdict `error`. */
export interface Problem {
  readonly kind: 'run' | 'suite' | 'transport' | 'note'
  readonly text: string
}

/** What a run has found, judged: what every report is made of. */
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
  /** The options that the run was made with; absent in files of earlier versions. */
  readonly settings?: RunSettings
  readonly verdict: TargetVerdict
  readonly summary: Readonly<Record<RequirementVerdict | 'knownDeviations', number>>
  readonly requirements: readonly ReportedRequirement[]
  readonly coverage: ReportedCoverage
  /** The target's own OpenAPI description, if the run was given one. */
  readonly description?: ReportedDescription
  readonly traffic?: readonly ReportedTraffic[]
  /** Where the report of such a run lay in the reports directory. */
  readonly since?: SinceLast
  readonly problems?: readonly Problem[]
  /** Entries of the deviations file that no longer hold, and why. */
  readonly staleDeviations?: readonly string[]
}
