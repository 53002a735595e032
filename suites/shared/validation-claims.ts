import { assume, errorCodeOf, fieldOf, validationLocations, type Exchange, type Verify } from '#suite'

/** An answer that refuses, and the name of what was wrong in its request. */
export interface NamedRefusal {
  readonly names: string
  readonly answer: Exchange
}

/** Claims that a 422 has the code of validation errors, where it has a code: a body without one is a breach of its own. */
export function claimValidationCode(verify: Verify<'ERR-03'>, answer: Exchange): void {
  const code = errorCodeOf(answer)
  if (answer.status !== 422 || code === undefined || code === '') return
  verify('ERR-03', answer).hasCode('validation_error')
}

/** Claims that a 422 names what was wrong, where it lists any place: a body without is a breach of its own. */
export function claimNamed(verify: Verify<'ERR-05'>, { names, answer }: NamedRefusal): void {
  if (isLocated({ answer })) verify('ERR-05', answer).locates(names)
}

/** Claims that a request is answered with 422 and its code, of refusals for several things that are wrong in it. */
export function claimUnprocessable(verify: Verify<'ERR-03'>, what: string, refused: readonly NamedRefusal[]): void {
  // One input answered otherwise breaks the rule about that input; here it is the endpoint that is judged.
  const { answer: judged } = refused.find(({ answer }) => answer.status === 422) ?? refused[0] ?? {}
  verify('ERR-03', judged).hasStatus(422, { of: what })
  for (const { answer } of refused) claimValidationCode(verify, answer)
}

/** Claims that refusals name what was wrong, those of them that list any place. */
export function claimEachNamed(verify: Verify<'ERR-05'>, refused: readonly NamedRefusal[]): void {
  assume(refused.some(isLocated), {
    reason: 'blocked',
    blockedBy: ['ERR-03', 'ERR-04'],
    cause: 'no rejection listed where something is wrong',
  })
  for (const refusal of refused) claimNamed(verify, refusal)
}

/** That it lists places, or lists none where it could: an empty list names nothing. */
function isLocated({ answer }: Pick<NamedRefusal, 'answer'>): boolean {
  if (answer.status !== 422) return false
  const errors = fieldOf({ json: fieldOf(answer, 'details') }, 'errors')
  return validationLocations(answer).length > 0 || (Array.isArray(errors) && errors.length === 0)
}
