import type { RecordedFinding } from '../checks/journal.ts'

/** Cleans the texts of a finding before they are cut: half a key at the end of a cut text would no longer be known as one. */
export function cleanFinding(finding: RecordedFinding, clean: (text: string) => string): RecordedFinding {
  return {
    ...finding,
    message: clean(finding.message),
    expected: clean(finding.expected),
    actual: clean(finding.actual),
    ...(finding.counterexample === undefined ? {} : { counterexample: clean(finding.counterexample) }),
  }
}
