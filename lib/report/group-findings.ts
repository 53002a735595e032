import type { RecordedFinding } from '../checks/journal.ts'
import { signatureOf } from './signature-of.ts'

export interface GroupedFinding extends RecordedFinding {
  readonly signature: string
}

/** One finding a signature: the first one seen tells the story, the occurrences of all are added up. */
export function groupFindings(findings: readonly RecordedFinding[]): GroupedFinding[] {
  const groups = new Map<string, GroupedFinding>()
  for (const finding of findings) {
    const signature = signatureOf(finding)
    const first = groups.get(signature) ?? { ...finding, signature, occurrences: 0 }
    groups.set(signature, { ...first, occurrences: first.occurrences + finding.occurrences })
  }
  return [...groups.values()]
}
