import type { Check } from '../../lib/run/check.ts'
import { registerWith } from '../../lib/run/register.ts'

/** Every check that the suites declare, without vitest: the proof runs them hundreds of times in one process. */
export async function collectChecks(): Promise<readonly Check[]> {
  const checks: Check[] = []
  registerWith((check) => checks.push(check))
  await import('../../suites/index.suite.ts')
  return checks
}
