import type { RequirementKind } from '../contract/requirement.ts'
import type { ConformanceReport, RequirementVerdict, TargetVerdict } from '../report/conformance-report.ts'

/** What identifies one of the two runs. */
export interface ComparedRun extends Pick<ConformanceReport['suite'], 'version' | 'requirementsDigest'> {
  readonly name: string
  readonly baseUrl: string
  readonly startedAt: string
  readonly verdict: TargetVerdict
}

/** A requirement that both catalogues have and whose verdict differs. */
export interface Transition {
  readonly id: string
  readonly kind: RequirementKind
  readonly statement: string
  readonly old: RequirementVerdict
  readonly new: RequirementVerdict
  /** What was expected and received, or why nothing was evaluated. */
  readonly why?: string
  /** A violation that is shown and fails nothing: listed as a deviation, or one that only warns. */
  readonly accepted?: true
}

export interface CatalogueRow {
  readonly id: string
  readonly statement: string
  readonly verdict: RequirementVerdict
}

/** A finding that appeared in, or went from, a requirement that is violated in both runs. */
export interface FindingChange {
  readonly requirement: string
  readonly signature: string
  readonly change: Change
  readonly message: string
}

export type Change = 'appeared' | 'disappeared'

/** Something that the contract leaves open, as it was observed then and now. */
export interface ObservationDrift {
  /** A requirement, or `dialect`. */
  readonly of: string
  readonly name: string
  readonly old: readonly string[]
  readonly new: readonly string[]
}

/** In how many of the places where something applies it was looked at. */
export interface CountedCases {
  readonly looked: number
  readonly known: number
}

/** A verdict that is the same in both runs and rests on fewer cases in one of them. */
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

/** What differs between two runs; the content of `compare --json`, its schema is `schemas/formats/comparison.json`. */
export interface Comparison {
  readonly schemaVersion: 1
  readonly old: ComparedRun
  readonly new: ComparedRun
  /** How the suites differ; empty where they do not, and then what differs is the target's. */
  readonly suite: readonly string[]
  /** How the runs were made differently: a weaker run sees less. */
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
