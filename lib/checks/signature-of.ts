import { createHash } from 'node:crypto'
import type { RequirementId } from '../contract/requirement.ts'
import type { FailedClaim } from './finding.ts'

/**
 * Twelve hex digits that stay the same for the same violation in every run. The last two are a checksum of the others: it
 * distinguishes them from signatures of 0.1.0, which were computed from sentences.
 */
export function signatureOf(requirement: RequirementId, fingerprint: string): string {
  const digits = digest(`${requirement}\n${fingerprint}`).slice(0, 10)
  return `${digits}${proofOf(digits)}`
}

/** Whether 0.1.0 computed it: the same finding has another signature now. To be removed with the version after the next. */
export function isOfFirstVersion(signature: string): boolean {
  return /^[0-9a-f]{12}$/.test(signature) && !signature.endsWith(proofOf(signature.slice(0, 10)))
}

function proofOf(digits: string): string {
  return digest(digits).slice(0, 2)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** What identifies a claim of a check in every run. */
export function fingerprintOf(
  check: string,
  { fingerprint, claim }: Pick<FailedClaim, 'fingerprint' | 'claim'>,
): string {
  return `${check}\n${fingerprint ?? claim}`
}
