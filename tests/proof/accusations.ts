import { collectChecks } from '../../lib/run/collect-checks.ts'
import type { VariantId } from '../../reference/variants/catalogue.ts'
import { judgeReference } from './judge-reference.ts'

/** What the suite has against a reference with some lawful differences: findings, and problems of its own. */
export async function accusationsOf(chosen: readonly VariantId[]): Promise<readonly string[]> {
  const { record } = await judgeReference({ checks: await collectChecks(), variants: chosen })
  const accusations = record.findings.map(
    ({ requirement, claim, expected, received }) => `${requirement} ${claim}: ${expected}, ${received}`,
  )
  const problems = [...record.harnessProblems, ...record.transportProblems].map(({ message }) => message)
  return [...accusations, ...problems]
}
