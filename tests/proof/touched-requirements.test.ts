import { describe, expect, test } from 'vitest'
import { areas, requirements } from '../../lib/contract/requirement.ts'
import { dealVariants } from '../../proof/judge/deal-variants.ts'
import { type VariantId, variants } from '../../proof/variants/catalogue.ts'

const touched = new Set(Object.values(variants).flatMap(({ touches }) => touches))
const untouched = [...requirements.keys()].filter((id) => !touched.has(id))

describe('requirements that lawful variants touch', () => {
  test(`every area has some; no variant touches ${untouched.length} of ${requirements.size} requirements`, () => {
    const covered = new Set([...touched].map((id) => requirements.get(id)?.area))
    expect(areas.filter(({ id }) => !covered.has(id))).toEqual([])
  })

  test('each variant names some, and none of them twice', () => {
    const wrong = Object.entries(variants).filter(
      ([, { touches }]) => touches.length === 0 || new Set(touches).size < touches.length,
    )
    expect(wrong.map(([id]) => id)).toEqual([])
  })

  test('every open requirement is answered differently by some variant', () => {
    const open = [...requirements.values()].filter(({ kind }) => kind === 'open')
    expect(open.filter(({ id }) => !touched.has(id))).toEqual([])
  })
})

describe('variants that are tried together', () => {
  const all = Object.keys(variants).length

  test.each<{ name: string; pair: readonly [VariantId, VariantId] }>([
    {
      name: 'one function is replaced for a common requirement',
      pair: ['publishing-nothing-new-makes-no-version', 'publishing-nothing-new-is-refused'],
    },
    {
      name: 'answers differ in the same requirement alone',
      pair: ['times-in-basic-form', 'times-have-a-decimal-comma'],
    },
  ])('are no alternatives to each other: $name', ({ pair }) => {
    const groups = dealVariants({ seed: 1, size: all })
    expect(groups.filter((group) => pair.every((id) => group.includes(id)))).toEqual([])
  })

  test('are many at a time', () => {
    expect(dealVariants({ seed: 1, size: 20 }).length).toBeLessThan((all / 20) * 1.5)
  })
})
