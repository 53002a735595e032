import { entriesOf, succeeded, type Claim, type Exchange } from '#suite'
import { entryCount } from './counted.ts'

/** Claims that a list shows nothing. lawful: any refusal, or an empty list. */
export function holdsNothing(answer: Exchange, what: string, hint: string): Claim {
  const entries = entriesOf(answer).length
  return {
    claim: `${what} holds no entry`,
    holds: !succeeded(answer) || entries === 0,
    expected: 'a refusal, or no entry',
    received: `${answer.status} with ${entryCount(entries)}`,
    hint,
  }
}
