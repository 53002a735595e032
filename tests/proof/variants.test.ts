import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isVariantId, type VariantId, variants } from '../../reference/variants/catalogue.ts'
import { collectChecks } from './collect-checks.ts'
import { judgeReference } from './judge-reference.ts'

const ids = Object.keys(variants).filter((id) => isVariantId(id))
const combinations = fc
  .sample(fc.subarray(ids, { minLength: 6, maxLength: 24 }), { numRuns: 10, seed: 7 })
  .map(together)

/** Those of the chosen that can go together: of a pair that cannot, the first stays. */
function together(chosen: readonly VariantId[]): readonly VariantId[] {
  const kept: VariantId[] = []
  for (const id of chosen) if (!kept.some((other) => excludes(id, other) || excludes(other, id))) kept.push(id)
  return kept
}

function excludes(one: VariantId, other: VariantId): boolean {
  return variants[one].without?.includes(other) === true
}

async function accusationsOf(chosen: readonly string[]): Promise<readonly string[]> {
  const { record } = await judgeReference({ checks: await collectChecks(), variants: chosen })
  expect([...record.harnessProblems, ...record.transportProblems]).toEqual([])
  return record.findings.map(
    ({ requirement, message, expected, actual }) => `${requirement} ${message}: ${expected}, ${actual}`,
  )
}

describe('a lawful difference', () => {
  test.each(ids)('%s is not accused', async (id) => {
    expect(await accusationsOf([id])).toEqual([])
  })

  test.each(combinations.map((chosen) => ({ chosen })))('is not accused beside others (%#)', async ({ chosen }) => {
    expect(await accusationsOf(chosen)).toEqual([])
  })

  test('excludes only such as there are', () => {
    const named = ids.flatMap((id) => variants[id].without ?? [])
    expect(named.filter((id) => !isVariantId(id))).toEqual([])
  })
})
