import type { Exchange } from '../client/exchange.ts'
import type { RequirementId } from '../contract/requirement.ts'
import {
  acceptedClaim,
  equalityClaim,
  listClaim,
  locationClaim,
  noServerErrorClaim,
  raceClaim,
  refusalClaims,
  rejectedClaim,
  statusClaim,
  type Claim,
  type Comparison,
  type Race,
  type Refusal,
} from './claims.ts'
import { HarnessError, Violation } from './errors.ts'

/** The claims that can be made of one requirement, about one answer or about several. Each throws a `Violation` where it does not hold. */
export interface Claims {
  /** The answer has this status. */
  hasStatus(status: number | readonly number[], hint?: string): void
  /** The answer is a success: any 2xx, or just the one given. */
  isAccepted(status?: number): void
  /** The answer refuses: a 4xx with an error body, and its status and code where the contract states them. */
  isRefused(refusal: Refusal): void
  /** The answer refuses, with whatever 4xx: for what is wrong in any place, so that nothing else could be the reason. */
  isRejected(hint?: string): void
  /** The target has not broken down over the request: no 5xx. */
  isNoServerError(): void
  /** The answer is a list with this entry. */
  lists(id: string, claim: string): void
  /** The answer is a list without this entry. */
  omits(id: string, claim: string): void
  /** Of several simultaneous requests one succeeds, and the others are refused. */
  oneWins(race: Race): void
  /** The validation errors of the answer name this field or parameter in a `loc`. */
  locates(name: string): void
  /** Two values are the same, compared deeply. */
  equals(comparison: Comparison): void
  /** Anything else. */
  that(claim: Claim): void
}

/**
 * Names the requirement at the claim. The exchange, where given, is the evidence; `ledBy` is what led there, where this check
 * judges what another has sent.
 */
export type Verify<Id extends RequirementId = RequirementId> = (
  requirement: Id,
  exchange?: Exchange,
  ledBy?: readonly Exchange[],
) => Claims

/** What `verify` tells of each claim, before it is judged. */
export type OnEvaluation = (requirement: RequirementId, exchange?: Exchange) => void

/** The one way to a finding: every claim counts as an evaluation, and a claim that does not hold throws a `Violation`. */
export function createVerify(onEvaluation: OnEvaluation): Verify {
  return (requirement, exchange, ledBy) => {
    const that = ({ holds, beside, ...claim }: Claim): void => {
      onEvaluation(requirement, exchange)
      if (holds) return
      const judged = { requirement, exchange, ...(beside && { beside }), ...(ledBy && { ledBy }) }
      throw new Violation(judged, claim)
    }
    const answer = (): Exchange => {
      if (exchange) return exchange
      throw new HarnessError(`verify('${requirement}') makes a claim about an answer and was given none`)
    }
    return {
      that,
      hasStatus: (status, hint) => that(statusClaim(answer(), status, hint)),
      isAccepted: (status) => that(acceptedClaim(answer(), status)),
      isRefused: (refusal) => {
        for (const claim of refusalClaims(answer(), refusal)) that(claim)
      },
      isRejected: (hint) => that(rejectedClaim(answer(), hint)),
      isNoServerError: () => that(noServerErrorClaim(answer())),
      lists: (id, claim) => that(listClaim(answer(), { id, claim, listed: true })),
      omits: (id, claim) => that(listClaim(answer(), { id, claim, listed: false })),
      oneWins: (contest) => that(raceClaim(contest)),
      locates: (name) => that(locationClaim(answer(), name)),
      equals: (comparison) => that(equalityClaim(comparison)),
    }
  }
}
