import fc from 'fast-check'
import { expect, test } from 'vitest'
import { variants } from '../../reference/variants/catalogue.ts'
import { collectChecks } from './collect-checks.ts'
import { judgeReference } from './judge-reference.ts'

const ids = Object.keys(variants)
const combinations = fc.sample(fc.subarray(ids, { minLength: 3, maxLength: 12 }), { numRuns: 10, seed: 7 })

async function accusationsOf(chosen: readonly string[]): Promise<readonly string[]> {
  const { record } = await judgeReference({ checks: await collectChecks(), variants: chosen })
  expect(record.harnessProblems).toEqual([])
  return record.findings.map(
    ({ requirement, message, expected, actual }) => `${requirement} ${message}: ${expected}, ${actual}`,
  )
}

test.each(ids)('%s is lawful, and not accused', async (id) => {
  expect(await accusationsOf([id])).toEqual([])
})

test.each(combinations.map((chosen) => ({ chosen })))(
  'several lawful differences at once are not accused (%#)',
  async ({ chosen }) => {
    expect(await accusationsOf(chosen)).toEqual([])
  },
)
