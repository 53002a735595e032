import { assume, errorCodeOf, fieldOf, validationLocations, type Exchange } from '#suite'

/** An answer that refuses, and the name of what was wrong in its request. */
export interface NamedRefusal {
  readonly names: string
  readonly answer: Exchange
}

/** One of the rejections of an endpoint, a 422 if there is one: an input that is answered otherwise breaks the rule about that input. */
export function typicalRejection(refused: readonly NamedRefusal[]): Exchange | undefined {
  return (refused.find(({ answer }) => answer.status === 422) ?? refused[0])?.answer
}

/** The answers with 422 that have a code: a body without one is a breach of its own. */
export function withErrorCode(refused: readonly NamedRefusal[]): readonly Exchange[] {
  return refused
    .map(({ answer }) => answer)
    .filter((answer) => answer.status === 422 && (errorCodeOf(answer) ?? '') !== '')
}

/** The refusals that say where something is wrong; blocks the check where none does. */
export function withLocations(refused: readonly NamedRefusal[]): readonly NamedRefusal[] {
  const located = refused.filter(({ answer }) => hasLocations(answer))
  assume(located.length > 0, {
    reason: 'blocked',
    blockedBy: ['ERR-03', 'ERR-04'],
    cause: 'no rejection gave the location of an error',
  })
  return located
}

/** Whether a 422 lists places, or lists none if it could: an empty list names nothing. A body without a list is a breach of its own. */
export function hasLocations(answer: Exchange): boolean {
  if (answer.status !== 422) return false
  const errors = fieldOf({ json: fieldOf(answer, 'details') }, 'errors')
  return validationLocations(answer).length > 0 || (Array.isArray(errors) && errors.length === 0)
}
