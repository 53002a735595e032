import type { TestProject } from 'vitest/node'
import { output } from '../client/output.ts'
import type { RequirementId } from '../contract/requirement.ts'
import type { JournalRecord } from '../checks/journal.ts'
import { writeReports } from '../report/write-reports.ts'
import { openRun } from './open-run.ts'
import { resolveConfiguration } from '../config/resolve-configuration.ts'
import { holdReports } from './reports-directory.ts'
import { reportOf } from './report-of.ts'
import { terminalSummary } from './terminal.ts'
import { runDocument } from '../report/document/run-document.ts'

/** Makes plain `vitest` on the suites a complete run: configured by the environment, with the same reports. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const configuration = resolveConfiguration({ flags: {}, environment: process.env, directory: process.cwd() })
  holdReports(configuration.reportsDirectory)
  const run = await openRun(configuration)
  project.provide('conformance', run.provided)
  return async () => {
    const end = await run.close()
    const report = reportOf({ run, end, selected: idsIn(end.records) })
    await writeReports(runDocument(report), configuration.reportsDirectory)
    output.text(terminalSummary(runDocument(report), configuration.reportsDirectory))
  }
}

/** Vitest's own filters selected the tests: requirements without results were not selected. */
function idsIn(records: readonly JournalRecord[]): ReadonlySet<RequirementId> {
  return new Set(
    records
      .flatMap(({ evaluations, findings, untested }) => [...evaluations, ...findings, ...untested])
      .map(({ requirement }) => requirement),
  )
}
