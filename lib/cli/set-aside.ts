import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ReportsDirectoryError } from '../config/errors.ts'
import { holdReports } from './reports-directory.ts'

/** Everything that a run writes for readers. Allure's results are collected again for each run, and its report keeps a history. */
const reports = [
  'conformance.json',
  'manifest.json',
  'index.html',
  'summary.md',
  'junit.xml',
  'badge.svg',
  'gl-code-quality.json',
  'exchanges.har',
  'against.json',
  'against.md',
  'against.html',
  'compare.html',
  'history.html',
  'allure-results',
  'reproduce',
]

/** Takes a reports directory as `holdReports` does, and sets the reports of the last run aside. Throws `ReportsDirectoryError`. */
export function holdFresh(directory: string): void {
  holdReports(directory)
  try {
    setAside(directory)
  } catch (cause) {
    throw new ReportsDirectoryError(directory, cause)
  }
}

/** Moves the reports of the last run into `previous/`: if this run fails, they must not be mistaken for its own. */
function setAside(directory: string): void {
  const there = reports.filter((name) => existsSync(join(directory, name)))
  if (there.length === 0) return
  const previous = join(directory, 'previous')
  const discarded = join(directory, `.previous-${randomUUID()}`)
  if (existsSync(previous)) renameSync(previous, discarded)
  mkdirSync(previous)
  for (const name of there) renameSync(join(directory, name), join(previous, name))
  if (existsSync(discarded)) discard(discarded, previous)
}

/** Removes a thousand files while the run starts; the next run removes what an early end leaves. */
function discard(discarded: string, previous: string): void {
  const place = join(previous, '.discarded')
  renameSync(discarded, place)
  rm(place, { recursive: true, force: true }).catch(() => undefined)
}
