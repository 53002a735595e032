import { join } from 'node:path'
import type { Configuration } from '../config/configuration.ts'

/** The place of the results for Allure until all of them are written. */
export function allureDraft({ reportsDirectory, runId }: Configuration): string {
  return join(reportsDirectory, `.allure-${runId}`)
}
