import type { RequirementKind } from '../contract/requirement.ts'
import type { ConformanceReport, RequirementVerdict, TargetVerdict } from '../report/conformance-report.ts'

/** What identifies one of the two runs. */
export interface ComparedRun extends Pick<ConformanceReport['suite'], 'version' | 'requirementsDigest'> {
  readonly name: string
  readonly baseUrl: string
  readonly startedAt: string
  readonly verdict: TargetVerdict
}

/** A requirement in both catalogues with different verdicts. */
export interface Transition {
  readonly id: string
  readonly kind: RequirementKind
  readonly statement: string
  readonly old: RequirementVerdict
  readonly new: RequirementVerdict
  /** The expected and received values, or why nothing was evaluated. */
  readonly why?: string
  /** A violation that does not fail the run: an accepted deviation, or a warning. */
  readonly accepted?: true
}

export interface CatalogueRow {
  readonly id: string
  readonly statement: string
  readonly verdict: RequirementVerdict
}

/** A finding that appeared or disappeared in a requirement that is violated in both runs. */
export interface FindingChange {
  readonly requirement: string
  readonly signature: string
  readonly change: Change
  readonly message: string
}

export type Change = 'appeared' | 'disappeared'

/** Open behaviour, as observed then and now. */
export interface ObservationDrift {
  /** A requirement, or `dialect`. */
  readonly of: string
  readonly name: string
  readonly old: readonly string[]
  readonly new: readonly string[]
}

/** The share of evaluated cases. */
export interface CountedCases {
  readonly looked: number
  readonly known: number
}

/** A verdict that is the same in both runs, with fewer cases in one of them. */
export interface DepthChange {
  readonly id: string
  readonly change: 'lost' | 'gained'
  readonly old: CountedCases
  readonly new: CountedCases
}

export interface CoverageDrift {
  readonly sort: 'endpoint' | 'status' | 'field' | 'value'
  readonly name: string
  readonly change: Change
}

export interface Latency {
  readonly endpoint: string
  readonly oldMs: number
  readonly newMs: number
  readonly ratio: number
}

/** The differences between two runs; the content of `compare --json`, with the schema `schemas/formats/comparison.json`. */
export interface Comparison {
  readonly schemaVersion: 1
  readonly old: ComparedRun
  readonly new: ComparedRun
  /** How the suites differ; if empty, all differences come from the target. */
  readonly suite: readonly string[]
  /** How the settings of the runs differ: a run with less permission or effort finds less. */
  readonly runs: readonly string[]
  readonly newlyViolated: readonly Transition[]
  readonly fixed: readonly Transition[]
  readonly newlyUntested: readonly Transition[]
  readonly newlyLookedAt: readonly Transition[]
  readonly depth: readonly DepthChange[]
  readonly added: readonly CatalogueRow[]
  readonly removed: readonly CatalogueRow[]
  readonly findings: readonly FindingChange[]
  readonly observations: readonly ObservationDrift[]
  readonly coverage: readonly CoverageDrift[]
  readonly latency: readonly Latency[]
  /** What makes the comparison fail, a line each. */
  readonly regressions: readonly string[]
}

/** Times of a few milliseconds differ by chance: smaller differences are not worth a line. */
const tellingRatio = 1.5
const tellingMilliseconds = 5

/** Whether two times in milliseconds differ by more than chance. */
export function areTellingTimes(one: number, other: number): boolean {
  const [fast, slow] = one < other ? [one, other] : [other, one]
  return slow - fast >= tellingMilliseconds && slow >= fast * tellingRatio
}
