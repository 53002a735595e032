import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { compareReports } from '../compare/compare-reports.ts'
import { ConfigurationError } from '../config/errors.ts'
import type { ConformanceReport, EarlierRun, SinceLast } from '../report/conformance-report.ts'
import { readReport } from '../report/read-report.ts'

/** Runs that are remembered. */
const runsKept = 20

/** A report with what the run has found that the one before it in the same reports directory had not, if that was of the same target. */
export function withSinceLast(report: ConformanceReport, reportsDirectory: string): ConformanceReport {
  const since = sinceLast(report, reportsDirectory)
  return since === undefined ? report : { ...report, since }
}

function sinceLast(report: ConformanceReport, reportsDirectory: string): SinceLast | undefined {
  const last = lastReport(join(reportsDirectory, 'previous'))
  if (!last || report.verdict === 'error' || !isSameTarget(last, report)) return undefined
  // The same run, merged again.
  if (last.target.startedAt === report.target.startedAt) return last.since
  const { newlyViolated, fixed, suite } = compareReports(last, report)
  return {
    newlyViolated: newlyViolated.map(({ id }) => id),
    fixed: fixed.map(({ id }) => id),
    runs: [...(last.since?.runs ?? []), earlier(last)].slice(1 - runsKept),
    ...(suite.length > 0 && { isOtherSuite: true }),
  }
}

/** A report of another version of the suite may have a form that this one cannot read. */
function lastReport(directory: string): ConformanceReport | undefined {
  if (!existsSync(join(directory, 'conformance.json'))) return undefined
  try {
    const report = readReport(directory)
    return report.verdict === 'error' ? undefined : report
  } catch (error) {
    if (error instanceof ConfigurationError) return undefined
    throw error
  }
}

/** Each embedded reference has an address of its own. */
function isSameTarget(one: ConformanceReport, other: ConformanceReport): boolean {
  const urls = [one, other].map(({ settings = {} }) => settings['baseUrl'])
  return urls[0] === urls[1]
}

function earlier({ target: { startedAt }, verdict, summary: { violated } }: ConformanceReport): EarlierRun {
  return { startedAt, verdict, violated }
}
