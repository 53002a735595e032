import type { ReportedFinding } from './conformance-report.ts'

/** What it takes to see a finding that its script cannot decide, as the script's heading tells it; `undefined` where it decides. */
export function scriptNeeds({ script }: Pick<ReportedFinding, 'script'>): string | undefined {
  return /^# needs: (.+)$/m.exec(script?.text ?? '')?.[1]
}
