import { createHash } from 'node:crypto'
import type { RequirementId } from '../contract/requirement.ts'
import type { FailedClaim } from './finding.ts'

/** Twelve hex digits that stay the same for the same violation from run to run. */
export function signatureOf(requirement: RequirementId, fingerprint: string): string {
  return createHash('sha256').update(`${requirement}\n${fingerprint}`).digest('hex').slice(0, 12)
}

/** What makes a claim of a check the same in every run. */
export function fingerprintOf(
  check: string,
  { fingerprint, claim }: Pick<FailedClaim, 'fingerprint' | 'claim'>,
): string {
  return `${check}\n${fingerprint ?? claim}`
}
