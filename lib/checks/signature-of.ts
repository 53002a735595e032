import { createHash } from 'node:crypto'
import type { RequirementId } from '../contract/requirement.ts'

/** Twelve hex digits that stay the same for the same violation from run to run. */
export function signatureOf(requirement: RequirementId, fingerprint: string): string {
  return createHash('sha256').update(`${requirement}\n${fingerprint}`).digest('hex').slice(0, 12)
}
