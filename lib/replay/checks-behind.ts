import { RunError } from '../config/errors.ts'
import type { Check } from '../run/check.ts'
import type { Finding } from '../checks/finding.ts'

/** A finding, and the checks that show it again. */
export interface SoughtFinding {
  readonly finding: Finding
  readonly checks: readonly Check[]
}

/** Findings with the checks behind each. Throws `RunError` if a check no longer exists. */
export function withChecks(findings: readonly Finding[], checks: readonly Check[]): readonly SoughtFinding[] {
  return findings.map((finding) => ({ finding, checks: checksBehind(finding, checks) }))
}

/**
 * The check with the claim, after those that had changed its records; for a passive check, the checks that sent the exchanges.
 * Requests without a check, such as those that learn the dialect, are sent for any check that needs them.
 */
function checksBehind(
  { requirement, check, foundIn, changedIn = [] }: Finding,
  checks: readonly Check[],
): readonly Check[] {
  const titles = foundIn ?? [check]
  const named = checks.filter(({ title }) => titles.includes(title))
  if (named.length > 0) return [...checks.filter(({ title }) => changedIn.includes(title)), ...named]
  const related = checks.filter(({ verifies, covers }) => [...verifies, ...covers].includes(requirement))
  if (foundIn !== undefined && related.length > 0) return related
  throw new RunError(`the check "${check}" of ${requirement} no longer exists; run the suite again to get a new report`)
}
