import { RunError } from '../config/errors.ts'
import type { Check } from '../run/check.ts'
import type { Finding } from '../checks/finding.ts'

/** A finding, and the checks that show it again. */
export interface SoughtFinding {
  readonly finding: RepeatedFinding
  readonly checks: readonly Check[]
}

/** Findings with the checks of the suite that are behind each. Throws `RunError` where a check no longer exists. */
export function withChecks(findings: readonly RepeatedFinding[], checks: readonly Check[]): readonly SoughtFinding[] {
  return findings.map((finding) => ({ finding, checks: checksBehind(finding, checks) }))
}

/**
 * The check that claimed it, after those that had changed what it uses, or those that sent what a passive check judged. What was sent for no check, such as to learn the target's
 * dialect, is sent for whichever check needs it.
 */
function checksBehind(
  { requirement, check, foundIn, changedIn = [] }: RepeatedFinding,
  checks: readonly Check[],
): readonly Check[] {
  const titles = foundIn ?? [check]
  const named = checks.filter(({ title }) => titles.includes(title))
  if (named.length > 0) return [...checks.filter(({ title }) => changedIn.includes(title)), ...named]
  const related = checks.filter(({ verifies, covers }) => [...verifies, ...covers].includes(requirement))
  if (foundIn !== undefined && related.length > 0) return related
  throw new RunError(`the check "${check}" of ${requirement} no longer exists; run the suite again to get a new report`)
}

/** What of a finding it takes to repeat it. */
export type RepeatedFinding = Pick<
  Finding,
  'requirement' | 'signature' | 'claim' | 'check' | 'about' | 'case' | 'foundIn' | 'changedIn' | 'path' | 'commandsPath'
>
