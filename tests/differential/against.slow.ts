import { expect, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { checksShowing, compareReferences } from './compare-references.ts'

test('two deployments that are the same show no difference in all that a run sends', async () => {
  const checks = await collectChecks()
  const { seen, confirmed } = await compareReferences(checks, {})
  expect(confirmed).toEqual([])
  // Of each hundred checks a few show something by chance, before it is confirmed.
  expect(checksShowing(seen)).toBeLessThan(checks.length * 0.06)
})
