import { expect, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { faults, type FaultId } from '../../reference/faults/catalogue.ts'
import { checksOf } from './checks-of.ts'
import { judgeReference } from './judge-reference.ts'

/** A fault that breaks a rule which many checks name as a cause, beside one that it does not explain. */
const together: ReadonlyArray<readonly [FaultId, FaultId]> = [
  ['escapes-in-a-path-break-the-service', 'published-foreign-file-is-given'],
  ['property-shown-to-its-author-only', 'property-update-drops-references'],
]

test.for(together)('%s does not hide %s', async (pair) => {
  const broken = [...new Set(pair.flatMap((id) => faults[id].breaks))].sort()
  const { record } = await judgeReference({ checks: checksOf(broken, await collectChecks()), faults: pair })
  expect([...new Set(record.findings.map(({ requirement }) => requirement))].sort()).toEqual(broken)
})
