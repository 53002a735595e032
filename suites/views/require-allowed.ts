import type { CheckContext, Exchange, Identity } from '#suite'

/** The answer to a write of one of two users. lawful: another key may only read, and then it shows nothing of writes. */
export function requireAllowed<Answer extends Exchange | undefined>(
  given: CheckContext['given'],
  answer: Answer,
  as: Identity,
): Answer {
  if (as === 'same-organization' && answer?.status === 403)
    given.untestable({ reason: 'capability-absent', cause: 'the target did not allow the second key to write' })
  return answer
}
