import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readReport } from '../../report/read-report.ts'
import { pageOfRun } from '../page-of-run.ts'
import { historyOf, type ReadRun } from './history-of.ts'
import type { History } from './history.ts'

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
