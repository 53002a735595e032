import type { ConformanceReport, ReportedRequirement } from '../report/conformance-report.ts'
import type { CatalogueRow, ComparedRun, Comparison } from './comparison.ts'
import { coverageDrift } from './coverage-drift.ts'
import { depthChanges } from './depth-changes.ts'
import { findingChanges } from './finding-changes.ts'
import { latencies } from './latencies.ts'
import { observationDrift } from './observation-drift.ts'
import { regressions, type DriftKind } from './regressions.ts'
import { runDifferences, suiteDifferences } from './run-differences.ts'
import { transitions, type Pair } from './transitions.ts'

export interface CompareOptions {
  /** Drift that fails the comparison, beside what always does. */
  readonly failOn?: readonly DriftKind[]
}

/** What differs between two runs: of the target, of the suite, and of how they were made. */
export function compareReports(
  old: ConformanceReport,
  now: ConformanceReport,
  { failOn = [] }: CompareOptions = {},
): Comparison {
  const before = new Map(old.requirements.map((row) => [row.id, row]))
  const today = new Set(now.requirements.map(({ id }) => id))
  const pairs = now.requirements.flatMap((row): Pair[] => {
    const then = before.get(row.id)
    return then === undefined ? [] : [{ old: then, new: row }]
  })
  const reports = { old, new: now }
  const compared: Omit<Comparison, 'regressions'> = {
    schemaVersion: 1,
    old: runOf(old),
    new: runOf(now),
    suite: suiteDifferences(reports, pairs),
    runs: runDifferences(reports),
    ...transitions(pairs),
    depth: depthChanges(pairs),
    added: now.requirements.filter(({ id }) => !before.has(id)).map((row) => rowOf(row)),
    removed: old.requirements.filter(({ id }) => !today.has(id)).map((row) => rowOf(row)),
    findings: findingChanges(pairs),
    observations: observationDrift(pairs, reports),
    coverage: coverageDrift(old.coverage, now.coverage),
    latency: latencies(old.coverage, now.coverage),
  }
  return { ...compared, regressions: regressions(compared, new Set(failOn)) }
}

/** What identifies a run in a comparison. */
export function runOf({ target, suite, verdict }: ConformanceReport): ComparedRun {
  return {
    name: target.name,
    baseUrl: target.baseUrl,
    startedAt: target.startedAt,
    verdict,
    version: suite.version,
    requirementsDigest: suite.requirementsDigest,
  }
}

function rowOf({ id, statement, verdict }: ReportedRequirement): CatalogueRow {
  return { id, statement, verdict }
}
