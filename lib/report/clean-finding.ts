import type { CountedFinding } from './group-findings.ts'

/** Cleans the texts of a finding before they are cut: half a key at the end of a cut text would no longer be known as one. */
export function cleanFinding(finding: CountedFinding, clean: (text: string) => string): CountedFinding {
  return {
    ...finding,
    message: clean(finding.message),
    expected: clean(finding.expected),
    actual: clean(finding.actual),
    ...(finding.counterexample === undefined ? {} : { counterexample: clean(finding.counterexample) }),
  }
}
