import { describe, expect, test } from 'vitest'
import { areas, requirements } from '../../lib/contract/requirement.ts'
import { variants } from '../../proof/variants/catalogue.ts'

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
