import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { RequirementKind } from '../../contract/requirement.ts'
import type { ConformanceReport, ReportedRequirement } from '../../report/conformance-report.ts'
import { casesIn } from '../../report/document/depth.ts'
import { markOf, type Mark } from '../../report/document/run-document.ts'
import { pageOfRun } from '../../report/html/footer.ts'
import { readReport } from '../../report/read-report.ts'
import { compareReports, runOf } from '../compare-reports.ts'
import { type ComparedRun, type Comparison, type CountedCases, areTellingTimes } from '../comparison.ts'
import { dialectValues, observedValues, type Values } from '../observed-values.ts'

export interface HistoryRun
  extends ComparedRun, Pick<ConformanceReport['target'], 'mode' | 'effort' | 'durationMs' | 'exchanges'> {
  readonly summary: ConformanceReport['summary']
  readonly cases: CountedCases
  /** The page of the run, if it is there. */
  readonly page?: string
}

/** What one run says of one requirement. */
export interface HistoryCell extends CountedCases {
  readonly mark: Mark
}

/** A requirement over all runs; undefined if the catalogue of a run did not have it. */
export interface HistoryRow {
  readonly id: string
  readonly area: string
  readonly kind: RequirementKind
  readonly statement: string
  readonly cells: ReadonlyArray<HistoryCell | undefined>
  /** Whether two runs that know it mark it differently. */
  readonly changed: boolean
}

/** The median time of an endpoint in each run; undefined if a run did not use it. */
export interface HistoryLatency {
  readonly endpoint: string
  readonly medianMs: ReadonlyArray<number | undefined>
}

/** Open behaviour that not all runs observed alike; undefined if a run did not observe it. */
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

/** The same history without its oldest runs, if there are more than this number. */
export function newestRuns(history: History, most: number): History {
  const left = Math.max(0, history.runs.length - most)
  if (left === 0) return history
  return {
    runs: history.runs.slice(left),
    steps: history.steps.slice(left),
    rows: history.rows.map((row) => ({ ...row, cells: row.cells.slice(left) })),
    latencies: history.latencies.map((row) => ({ ...row, medianMs: row.medianMs.slice(left) })),
    observations: history.observations.map((row) => ({ ...row, values: row.values.slice(left) })),
  }
}

/** Whether the time of an endpoint changed by more than chance. */
export function hasTellingTimes({ medianMs }: HistoryLatency): boolean {
  const known = medianMs.filter((time) => time !== undefined)
  return known.length > 1 && areTellingTimes(Math.min(...known), Math.max(...known))
}

const reportName = 'conformance.json'

/**
 * Reads the runs of a history. Each is given by its `conformance.json`, its reports directory, or a directory with several
 * reports directories; duplicates count once. Throws `ConfigurationError`.
 */
export function readHistory(paths: readonly string[]): History {
  const files = new Set(paths.flatMap((path) => reportsAt(path)).map((path) => resolve(path)))
  return historyOf([...files].map((file) => readRun(file)))
}

function reportsAt(path: string): string[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [path]
  const own = join(path, reportName)
  if (existsSync(own)) return [own]
  const within = readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(path, name, reportName))
    .filter((file) => existsSync(file))
  // Where there is none, reading says what is missing.
  return within.length === 0 ? [own] : within.toSorted()
}

function readRun(file: string): ReadRun {
  const report = readReport(file)
  const page = pageOfRun(file)
  return page === undefined ? { report } : { report, page }
}

/** The report of a run, and where its page is. */
interface ReadRun {
  readonly report: ConformanceReport
  readonly page?: string
}

/** The results of several runs for the same requirements, in the order of their start. */
export function historyOf(given: readonly ReadRun[]): History {
  const read = given.toSorted((one, other) => one.report.target.startedAt.localeCompare(other.report.target.startedAt))
  const reports = read.map(({ report }) => report)
  return {
    runs: read.map((one) => historyRun(one)),
    steps: reports.slice(1).flatMap((report, index) => {
      const before = reports[index]
      return before ? [compareReports(before, report)] : []
    }),
    rows: rowsOf(reports),
    latencies: latenciesOf(reports),
    observations: observationHistory(reports),
  }
}

function historyRun({ report, page }: ReadRun): HistoryRun {
  const { target, summary, requirements } = report
  const { mode, effort, durationMs, exchanges } = target
  return {
    ...runOf(report),
    mode,
    effort,
    durationMs,
    exchanges,
    summary,
    cases: casesIn(requirements),
    ...(page === undefined ? {} : { page }),
  }
}

/** The requirements of the newest catalogue in its order, then those that only earlier ones have. */
function rowsOf(reports: readonly ConformanceReport[]): HistoryRow[] {
  const byId = reports.map(({ requirements }) => new Map(requirements.map((row) => [row.id, row])))
  const newestFirst = reports.toReversed().flatMap(({ requirements }) => requirements)
  const newest = new Map<string, ReportedRequirement>()
  for (const row of newestFirst) if (!newest.has(row.id)) newest.set(row.id, row)
  return [...newest.values()].map(({ id, area, kind, statement }) => {
    const cells = byId.map((rows) => cellOf(rows.get(id)))
    const marks = new Set(cells.flatMap((cell) => cell?.mark ?? []))
    return { id, area, kind, statement, cells, changed: marks.size > 1 }
  })
}

function cellOf(row: ReportedRequirement | undefined): HistoryCell | undefined {
  return row && { mark: markOf(row), looked: row.cases.looked, known: row.cases.known }
}

function latenciesOf(reports: readonly ConformanceReport[]): HistoryLatency[] {
  const medians = reports.map(
    ({ coverage }) => new Map(coverage.endpoints.map(({ endpoint, medianMs }) => [endpoint, medianMs])),
  )
  const endpoints = new Set(medians.flatMap((known) => [...known.keys()]))
  return [...endpoints].map((endpoint) => ({ endpoint, medianMs: medians.map((known) => known.get(endpoint)) }))
}

/** The observations of open behaviour, if not all runs that observed it agree. */
function observationHistory(reports: readonly ConformanceReport[]): HistoryObservation[] {
  const byRequirement = reports.map((report) => observedIn(report))
  const subjects = new Set(byRequirement.flatMap((known) => [...known.keys()]))
  return [...subjects].flatMap((of) => {
    const values = byRequirement.map((known) => known.get(of))
    const names = [...new Set(values.flatMap((known) => [...(known?.keys() ?? [])]))].toSorted()
    return names
      .map((name) => ({ of, name, values: values.map((known) => known && [...(known.get(name) ?? [])].toSorted()) }))
      .filter((row) => new Set(row.values.flatMap((value) => (value ? [JSON.stringify(value)] : []))).size > 1)
  })
}

function observedIn(report: ConformanceReport): ReadonlyMap<string, Values> {
  const looked = report.requirements.filter(({ verdict }) => verdict !== 'untested')
  return new Map([...looked.map((row) => [row.id, observedValues(row)] as const), ['dialect', dialectValues(report)]])
}
