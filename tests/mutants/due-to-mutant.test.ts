import { expect, it } from 'vitest'
import { dueToMutant } from '../../proof/mutants/due-to-mutant.ts'
import type { Survived } from '../../proof/mutants/outcome.ts'

const sound: Survived = { state: 'survived', isReached: false, exchanges: 5, blocked: ['one'], untested: ['AUTH-12'] }

it('tells of what a mutant leaves untested beyond what the service leaves untested by itself', () => {
  expect(dueToMutant({ ...sound, untested: ['AUTH-12', 'PN-01'] }, sound)).toMatchObject({ untested: ['PN-01'] })
})

it('calls a run incomplete where a mutant blocks a check that is not blocked without it', () => {
  expect(dueToMutant(sound, sound)).toMatchObject({ state: 'survived' })
  expect(dueToMutant({ ...sound, blocked: ['one', 'two'] }, sound)).toEqual({
    state: 'incomplete',
    reason: 'two: blocked',
  })
})
