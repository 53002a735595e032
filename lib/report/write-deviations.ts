import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readDeviations } from '../config/read-deviations.ts'
import type { ConformanceReport, Deviation } from './conformance-report.ts'
import { deviationsJson, deviationsYaml } from './deviations-text.ts'
import { todaysDeviations } from './todays-deviations.ts'
import { ReportsDirectoryError } from '../config/errors.ts'

/**
 * Brings a deviations file up to what a run has found and says in one line what has changed: JSON where it is named so,
 * YAML otherwise. Throws `ConfigurationError` where there is a file already that is none, `ReportsDirectoryError` where it cannot be written.
 */
export async function writeDeviations(report: ConformanceReport, path: string): Promise<string> {
  if (report.verdict === 'error')
    return `deviations: ${path} is left as it was: what such a run found is not to be accepted`
  const today = todaysDeviations(report, existingDeviations(path))
  const earlier = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  const text = path.endsWith('.json') ? deviationsJson(today) : deviationsYaml(report, today, earlier)
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  } catch (cause) {
    throw new ReportsDirectoryError(path, cause)
  }
  const { added, kept, removed } = today
  return `deviations: ${path}: ${added.length} added, ${kept.size} kept, ${removed} removed`
}

/** What a deviations file lists already; nothing where there is none. Throws `ConfigurationError`. */
export function existingDeviations(path: string): readonly Deviation[] {
  return existsSync(path) ? readDeviations(path) : []
}
