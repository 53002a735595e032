import { join } from 'node:path'
import type { Configuration } from '../config/configuration.ts'

/** Where the results for Allure are until all of them are written. */
export function allureDraft({ reportsDirectory, runId }: Configuration): string {
  return join(reportsDirectory, `.allure-${runId}`)
}
