import type { Chronicle } from './chronicle.ts'
import type { JudgementSources } from './judgement-sources.ts'

/** Whether a finding is about what a rate-limit window holds: a matter of the moment, and of whoever else sends. */
export function needsWindow({
  finding,
  judged,
  chronicle,
}: Pick<JudgementSources, 'finding' | 'judged' | 'chronicle'>): boolean {
  if (finding.requirement.startsWith('RATE') || judged.status === 429) return true
  // A breakdown of a service whose limit was spent just then shows only when it is spent again.
  return judged.status >= 500 && isLimited(chronicle, judged.sequence)
}

/** Whether a small limit was set at that time. */
function isLimited({ webActions }: Chronicle, sequence: number): boolean {
  const last = webActions.findLast((action) => action.name === 'setRateLimit' && action.sequence < sequence)
  return last !== undefined && last.arguments[0] !== 'null'
}
