import type { JournalRecord } from '../../lib/checks/journal.ts'
import { requirements } from '../../lib/contract/requirement.ts'
import type { Check } from '../../lib/run/check.ts'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { judgeTarget, type JudgeTargetOptions } from './judge-target.ts'
import { serverKeys, type IndependentServer } from '../servers/independent-server.ts'

export interface ServerJudgement {
  readonly record: JournalRecord
  /** Requirements with a finding, sorted. */
  readonly violated: readonly string[]
  /** Documented requirements that nothing has looked at. */
  readonly untested: readonly string[]
  /** The share of the documented requirements that were judged. */
  readonly judged: number
}

export interface ServerOptions extends Partial<
  Pick<JudgeTargetOptions, 'mode' | 'seed' | 'targetFile' | 'effort' | 'openSession'>
> {
  readonly secondKey?: boolean
  /** All by default. */
  readonly checks?: readonly Check[]
}

/** Starts an independent server, runs all checks against it with its keys and controls, and stops it. */
export async function judgeServer(
  start: () => Promise<IndependentServer>,
  { secondKey = false, checks, ...options }: ServerOptions = {},
): Promise<ServerJudgement> {
  const server = await start()
  try {
    const { own, other } = serverKeys
    const record = await judgeTarget({
      baseUrl: server.baseUrl,
      keys: secondKey ? { own, otherOrganization: other } : { own },
      checks: checks ?? (await collectChecks()),
      ...(server.controls && { controls: server.controls }),
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
    await server.close()
  }
}
