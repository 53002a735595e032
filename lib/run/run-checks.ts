import { checksAtOnce } from './checks-at-once.ts'
import type { Check } from './check.ts'
import { executeCheck } from './execute-check.ts'
import type { Session } from './session.ts'

export interface RunChecksOptions {
  /** Checks under way at once; the client bounds the requests. */
  readonly sideBySide?: number
  /** Asked before each check: no further one begins once it says true. */
  readonly isStopped?: () => boolean
}

/** Runs checks within this process as a run does: side by side first, then the serial ones one by one. */
export async function runChecks(
  checks: readonly Check[],
  session: Session,
  { sideBySide = checksAtOnce(session.configuration), isStopped = () => false }: RunChecksOptions = {},
): Promise<void> {
  for (const { title, verifies } of checks) session.journal.declare({ case: title, requirements: verifies })
  const waiting = checks.filter(({ serial }) => !serial).values()
  const worker = async (): Promise<void> => {
    for (const check of waiting) if (!isStopped()) await executeCheck(check, session)
  }
  await Promise.all(Array.from({ length: sideBySide }, worker))
  for (const check of checks.filter(({ serial }) => serial)) if (!isStopped()) await executeCheck(check, session)
}
