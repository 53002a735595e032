import { expect, test } from 'vitest'
import { effectsOfFaults } from './effects-of-faults.ts'

test('no two faults do the same', async () => {
  const effects = await effectsOfFaults()
  const alike = [...Map.groupBy(effects, ([, digest]) => digest).values()].filter(({ length }) => length > 1)
  expect(alike.map((group) => group.map(([id]) => id))).toEqual([])
  // A guard against a run in which nothing was tried.
  expect(effects.size).toBeGreaterThan(300)
})
