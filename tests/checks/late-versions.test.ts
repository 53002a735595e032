import { expect, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { checksOf } from '../../proof/judge/checks-of.ts'
import { judgeReference } from '../../proof/judge/judge-reference.ts'

test('a version that comes a moment late, and its results later still, is waited for', async () => {
  const { record } = await judgeReference({
    checks: checksOf(['VER-02'], await collectChecks()),
    variants: ['versions-are-there-a-moment-later', 'results-of-versions-come-later'],
  })
  expect(record.findings).toEqual([])
})
