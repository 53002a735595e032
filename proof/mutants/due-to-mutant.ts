import type { MutantOutcome, Survived } from './outcome.ts'

/** What a mutant alone has brought about: without what is blocked or untested in a run of the service as it is. */
export function dueToMutant(mutated: Survived, sound: Survived): MutantOutcome {
  const blocked = mutated.blocked.find((check) => !sound.blocked.includes(check))
  if (blocked !== undefined) return { state: 'incomplete', reason: `${blocked}: blocked` }
  return { ...mutated, untested: mutated.untested.filter((requirement) => !sound.untested.includes(requirement)) }
}
