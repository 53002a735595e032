import type { JudgementSources } from './judgement-sources.ts'

/** Whether a finding is about what a rate-limit window holds: a matter of the moment, and of whoever else sends. */
export function needsWindow({ finding, judged }: Pick<JudgementSources, 'finding' | 'judged'>): boolean {
  return finding.requirement.startsWith('RATE') || judged.status === 429
}
