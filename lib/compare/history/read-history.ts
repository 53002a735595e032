import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readReport } from '../../report/read-report.ts'
import { pageOfRun } from '../page-of-run.ts'
import type { History, HistoryCell, HistoryLatency, HistoryRow, HistoryRun, HistoryObservation } from './history.ts'
import type { ConformanceReport, ReportedRequirement } from '../../report/conformance-report.ts'
import { casesIn } from '../../report/document/depth.ts'
import { markOf } from '../../report/document/run-document.ts'
import { compareReports, runOf } from '../compare-reports.ts'
import { dialectValues, observedValues, type Values } from '../observed-values.ts'

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
