import type { Mutant } from './instrument.ts'

interface Invisible {
  readonly reason: string
  readonly when: (mutant: Mutant) => boolean
}

/** Mutants that no client can tell from the sound service, each kind with the reason. */
const invisible: readonly Invisible[] = [
  {
    reason: 'the text of a message is free',
    when: ({ mutator, original }) => mutator === 'StringLiteral' && /^['`][^'`]*[a-z] [a-z][^'`]*['`]$/u.test(original),
  },
]

/** Why no client can see a mutant, where that is known. */
export function reasonFor(mutant: Mutant): string | undefined {
  return invisible.find(({ when }) => when(mutant))?.reason
}
