import { collectChecks } from '../../lib/cli/collect-checks.ts'
import type { VariantId } from '../../proof/variants/catalogue.ts'
import { judgeReference, type JudgeOptions } from '../../proof/judge/judge-reference.ts'

/** What the suite has against a reference with some variants, in a run with a seed: findings, and problems of its own. */
export async function accusationsOf(
  options: Pick<JudgeOptions, 'mode' | 'seed' | 'changes' | 'openSession' | 'isBare'> & {
    readonly variants?: readonly VariantId[]
  } = {},
): Promise<readonly string[]> {
  const { record } = await judgeReference({ checks: await collectChecks(), ...options })
  const accusations = record.findings.map(
    ({ requirement, claim, expected, received }) => `${requirement} ${claim}: ${expected}, ${received}`,
  )
  const problems = [...record.harnessProblems, ...record.transportProblems].map(({ message }) => message)
  return [...accusations, ...problems]
}
