import { expect } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import type { RequirementId } from '../../lib/contract/requirement.ts'
import { startReference } from '../../reference/start-reference.ts'
import { judgeTarget } from '../proof/judge-target.ts'
import { hostileIn } from './hostile-values.ts'
import { openRelay } from './relay.ts'

/** Expects that hostile values of some fields are a finding of the target by its requirement, and put no check out of step. */
export async function expectValuesFound(fields: readonly string[], requirement: RequirementId): Promise<void> {
  const reference = await startReference()
  try {
    await using relay = await openRelay(reference.baseUrl, hostileIn(fields))
    const { own, otherOrganization } = reference.keys
    const { findings, harnessProblems } = await judgeTarget({
      baseUrl: relay.url,
      keys: { own, otherOrganization },
      checks: await collectChecks(),
    })
    expect(harnessProblems).toEqual([])
    expect(findings.map((finding) => finding.requirement)).toContain(requirement)
  } finally {
    await reference.close()
  }
}
