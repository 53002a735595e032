import type { Check } from '../run/check.ts'
import { registerWith } from '../run/register.ts'

let collected: Promise<readonly Check[]> | undefined

/** Every check of the suites, without vitest: to run them directly, or to list them. */
export function collectChecks(): Promise<readonly Check[]> {
  collected ??= collect()
  return collected
}

/** A module declares its checks once, on its first import. */
async function collect(): Promise<readonly Check[]> {
  const checks: Check[] = []
  registerWith((check) => checks.push(check))
  await import('../../suites/index.suite.ts')
  if (checks.length === 0) throw new Error('the suites declared no check')
  return checks
}
