import type { ConformanceReport, ReportedRequirement, ReportedCoverage } from '../report/conformance-report.ts'
import type { CatalogueRow, ComparedRun, Comparison, CoverageDrift, DepthChange, Latency } from './comparison.ts'
import { findingChanges, transitions, type Pair } from './transitions.ts'
import { observationDrift } from './observed-values.ts'
import { regressions, type DriftKind } from './regressions.ts'
import { runDifferences, suiteDifferences } from './run-differences.ts'

export interface CompareOptions {
  /** The kinds of drift that fail the comparison, beside regressions. */
  readonly failOn?: readonly DriftKind[]
}

/** The differences between two runs: of the target, of the suite, and of the settings. */
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

type Sort = CoverageDrift['sort']

/** Endpoints, statuses, fields and values of enumerations that only one of the runs saw. */
function coverageDrift(old: ReportedCoverage, now: ReportedCoverage): CoverageDrift[] {
  const [then, today] = [namesIn(old), namesIn(now)]
  const sorts: readonly Sort[] = ['endpoint', 'status', 'field', 'value']
  return sorts.flatMap((sort) => [
    ...[...today[sort].difference(then[sort])].map((name): CoverageDrift => ({ sort, name, change: 'appeared' })),
    ...[...then[sort].difference(today[sort])].map((name): CoverageDrift => ({ sort, name, change: 'disappeared' })),
  ])
}

function namesIn({ endpoints, fields, enumValues }: ReportedCoverage): Readonly<Record<Sort, ReadonlySet<string>>> {
  const statuses = endpoints.flatMap((row) => row.statuses.map((status) => `${row.endpoint} ${status}`))
  return {
    endpoint: new Set(endpoints.map(({ endpoint }) => endpoint)),
    status: new Set(statuses),
    field: new Set(fields.map(({ schema, field }) => `${schema}.${field}`)),
    value: new Set(enumValues.map(({ schema, field, value }) => `${schema}.${field} = ${value}`)),
  }
}

/** Requirements with the same verdict in both runs but fewer evaluated cases in one of them. */
function depthChanges(pairs: readonly Pair[]): DepthChange[] {
  return pairs.flatMap((pair) => {
    const [then, today] = [pair.old.cases, pair.new.cases]
    // A change of verdict is reported as such; a report of an earlier version has no cases.
    if (pair.old.verdict !== pair.new.verdict || then.known === 0 || today.known === 0) return []
    if (then.looked === today.looked) return []
    return [
      {
        id: pair.new.id,
        change: today.looked < then.looked ? ('lost' as const) : ('gained' as const),
        old: { looked: then.looked, known: then.known },
        new: { looked: today.looked, known: today.known },
      },
    ]
  })
}

/** The median time of each endpoint that both runs used, the slowed ones first: information, without a verdict. */
function latencies(old: ReportedCoverage, now: ReportedCoverage): Latency[] {
  const before = new Map(old.endpoints.map((row) => [row.endpoint, row.medianMs]))
  return now.endpoints
    .flatMap(({ endpoint, medianMs }) => {
      const oldMs = before.get(endpoint)
      if (oldMs === undefined || oldMs === 0) return []
      return [
        { endpoint, oldMs: rounded(oldMs, 10), newMs: rounded(medianMs, 10), ratio: rounded(medianMs / oldMs, 100) },
      ]
    })
    .toSorted((one, other) => other.ratio - one.ratio)
}

/** Times to a tenth, ratios to a hundredth: measurements are not more precise. */
function rounded(value: number, parts: 10 | 100): number {
  return Math.round(value * parts) / parts
}
