import type { JournalRecord } from '../../lib/checks/journal.ts'
import { requirements } from '../../lib/contract/requirement.ts'
import { collectChecks } from '../../lib/run/collect-checks.ts'
import { judgeTarget, type JudgeTargetOptions } from '../proof/judge-target.ts'
import { strangerKeys, type Stranger } from './stranger.ts'

export interface StrangerJudgement {
  readonly record: JournalRecord
  /** Requirements with a finding, sorted. */
  readonly violated: readonly string[]
  /** Documented requirements that nothing has looked at. */
  readonly untested: readonly string[]
  /** The share of the documented requirements that were judged. */
  readonly judged: number
}

export interface StrangerOptions extends Partial<Pick<JudgeTargetOptions, 'mode' | 'seed' | 'targetFile' | 'effort'>> {
  readonly secondKey?: boolean
}

/** Starts a stranger, runs all checks against it with nothing but keys, and stops it. */
export async function judgeStranger(
  start: () => Promise<Stranger>,
  { secondKey = false, ...options }: StrangerOptions = {},
): Promise<StrangerJudgement> {
  const stranger = await start()
  try {
    const { own, other } = strangerKeys
    const record = await judgeTarget({
      baseUrl: stranger.baseUrl,
      keys: secondKey ? { own, otherOrganization: other } : { own },
      checks: await collectChecks(),
      ...options,
    })
    const evaluated = new Set(record.evaluations.map(({ requirement }) => requirement))
    const documented = [...requirements.values()].filter(({ kind }) => kind === 'documented').map(({ id }) => id)
    const untested = documented.filter((id) => !evaluated.has(id))
    return {
      record,
      violated: [...new Set(record.findings.map(({ requirement }) => requirement))].sort(),
      untested,
      judged: 1 - untested.length / documented.length,
    }
  } finally {
    await stranger.close()
  }
}
