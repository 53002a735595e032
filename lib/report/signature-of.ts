import { createHash } from 'node:crypto'
import type { Finding } from '../checks/journal.ts'

/** Twelve hex digits that stay the same for the same breach from run to run. */
export function signatureOf(finding: Pick<Finding, 'requirement' | 'fingerprint'>): string {
  return createHash('sha256').update(`${finding.requirement}\n${finding.fingerprint}`).digest('hex').slice(0, 12)
}
