import type { Check } from '../../lib/run/check.ts'
import { executeCheck } from '../../lib/run/execute-check.ts'
import type { Session } from '../../lib/run/session.ts'

/** Checks under way at once; the client bounds the requests. */
const sideBySide = 24

/** Runs checks as a run does: side by side first, then one by one those that must be alone. */
export async function runChecks(checks: readonly Check[], session: Session): Promise<void> {
  const waiting = checks.filter(({ serial }) => !serial).values()
  const worker = async (): Promise<void> => {
    for (const check of waiting) await executeCheck(check, session)
  }
  await Promise.all(Array.from({ length: sideBySide }, worker))
  for (const check of checks.filter(({ serial }) => serial)) await executeCheck(check, session)
}
