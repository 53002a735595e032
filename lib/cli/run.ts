import { exitCode, type ExitCode } from '../report/exit-code.ts'
import { writeReports } from '../report/write-reports.ts'
import { openRun } from '../run/open-run.ts'
import { reportOf } from './report-of.ts'
import { readDeviations } from '../target/read-deviations.ts'
import { resolveConfiguration } from '../target/configuration.ts'
import { Interruption } from './interruption.ts'
import { runSuites } from './run-suites.ts'
import { terminalSummary } from './terminal.ts'

/** Tests a target from end to end and writes the reports; gives the exit code. Throws where the run could not be made. */
export async function run(flags: Readonly<Record<string, string | boolean>>): Promise<ExitCode> {
  const configuration = resolveConfiguration({ flags, environment: process.env, directory: process.cwd() })
  const deviations = configuration.deviations === undefined ? [] : readDeviations(configuration.deviations)
  const interruption = new Interruption()
  const opened = await openRun(configuration)
  const suites = await runSuites(opened, interruption).catch(async (error: unknown) => {
    await opened.close()
    throw error
  })
  const end = await opened.close()
  interruption.forget()
  const error = interruption.signal === undefined ? undefined : `interrupted by ${interruption.signal}`
  const report = reportOf({ run: opened, end, selected: suites.selected, deviations, error })
  await writeReports(report, configuration.reportsDirectory)
  for (const line of end.leftBehind) process.stderr.write(`left behind: ${line}\n`)
  process.stdout.write(terminalSummary(report, { reportsDirectory: configuration.reportsDirectory }))
  return exitCode(report, { requireComplete: configuration.requireComplete })
}
