import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isVariantId, type VariantId, variants } from '../../reference/variants/catalogue.ts'
import { accusationsOf } from './accusations.ts'

const ids = Object.keys(variants).filter((id) => isVariantId(id))
const groupSize = 12
const rounds = [7, 8]

/**
 * Deals all variants into groups of such as go together. A run takes seconds, and there are many: in each round every
 * variant takes part once, beside others in each. The slow tests try each by itself.
 */
function dealt(seed: number): ReadonlyArray<readonly VariantId[]> {
  const whole = { minLength: ids.length, maxLength: ids.length }
  const [shuffled = ids] = fc.sample(fc.shuffledSubarray(ids, whole), { numRuns: 1, seed })
  const groups: VariantId[][] = []
  for (const id of shuffled) {
    const group = groups.find((chosen) => chosen.length < groupSize && chosen.every((other) => goTogether(id, other)))
    if (group) group.push(id)
    else groups.push([id])
  }
  return groups
}

/** Without controls much is untested: such variants keep to themselves, so that they hide nothing of the others. */
function goTogether(one: VariantId, other: VariantId): boolean {
  if ((variants[one].controls === false) !== (variants[other].controls === false)) return false
  return !excludes(one, other) && !excludes(other, one)
}

function excludes(one: VariantId, other: VariantId): boolean {
  return variants[one].without?.includes(other) === true
}

const chosen = rounds.flatMap(dealt)

describe('lawful differences', () => {
  test.concurrent.each(chosen.map((some) => ({ some, names: some.join(' ') })))(
    '%# are not accused: $names',
    async ({ some }) => {
      expect(await accusationsOf({ variants: some })).toEqual([])
    },
  )

  test('exclude only such as there are', () => {
    const named = ids.flatMap((id) => variants[id].without ?? [])
    expect(named.filter((id) => !isVariantId(id))).toEqual([])
  })
})
