import { expect, test } from 'vitest'
import { collectChecks } from '../../lib/run/collect-checks.ts'
import { judgeReference } from './judge-reference.ts'

const seeds = Array.from({ length: 20 }, (_, index) => index + 1)

test.concurrent.each(seeds)('the reference is not accused with seed %i', async (seed) => {
  const { record } = await judgeReference({ checks: await collectChecks(), seed })
  expect(record.harnessProblems).toEqual([])
  expect(record.transportProblems).toEqual([])
  expect(
    record.findings.map(({ requirement, claim, expected, received }) => ({ requirement, claim, expected, received })),
  ).toEqual([])
})
