import type { Claim } from '../checks/claims/claim.ts'
import type { Failure } from '../checks/claims/statement.ts'
import { criterionOf } from '../checks/claims/criterion-of.ts'
import { isBare } from '../checks/claims/judge.ts'
import type { FailedClaim } from '../checks/finding.ts'
import type { Exchange } from '../client/exchange.ts'
import { hintOf } from './hints.ts'
import { statementWords } from './statement-words.ts'

/** A failed claim in English: the claim, the expected and the received value. */
export function claimWords(claim: Claim, failure: Failure, exchange: Exchange | undefined): FailedClaim {
  const criterion = criterionOf(claim, failure, exchange)
  const told = { hint: claim.hint ?? hintOf(claim, failure, exchange), ...(criterion && { criterion }) }
  if (isBare(claim)) {
    const { claim: says, expected, received, fingerprint } = claim
    return { claim: says, expected, received, ...(fingerprint !== undefined && { fingerprint }), ...told }
  }
  const subject = claim.of ?? exchange?.endpoint ?? exchange?.request.method ?? 'the answer'
  const { says, place, expected, received } = statementWords(claim, failure)
  const broken = exchange?.broken
  const mistake = broken === undefined ? [] : [withoutNumbers(broken)]
  return {
    kind: claim.kind,
    claim: `${subject} ${says}${broken === undefined ? '' : ` (${broken})`}`,
    // Kind and place identify the finding in every run and version: values may differ.
    fingerprint: [subject, claim.kind, place, ...mistake].join(' '),
    about: [subject, claim.kind, ...mistake].join(' '),
    expected,
    received,
    failure,
    ...told,
  }
}

/** Numbers may be those of the run. */
function withoutNumbers(text: string): string {
  return text.replaceAll(/\d+/g, 'N')
}
