import type { Exchange } from '../client/exchange.ts'
import type { RequirementId } from '../contract/requirement.ts'
import type { Claim } from './claims/claim.ts'
import { equalityClaim, type Comparison } from './claims/equality-claim.ts'
import { listClaim } from './claims/list-claim.ts'
import { locationClaim } from './claims/location-claim.ts'
import { raceClaim, type Race } from './claims/race-claim.ts'
import { refusalClaims, rejectedClaim, type Refusal } from './claims/refusal-claims.ts'
import { acceptedClaim, noServerErrorClaim, statusClaim } from './claims/status-claims.ts'
import { HarnessError, Violation } from './errors.ts'

/** Where an entry can be told from the list at all; left out: everywhere. */
export type Listed = Pick<Claim, 'where'>

/** The claims that can be made of one requirement, about an answer or about each of several. Each throws a `Violation` where it does not hold. */
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
  lists(id: string, claim: string, options?: Listed): void
  /** The answer is a list without this entry. */
  omits(id: string, claim: string, options?: Listed): void
  /** Of several simultaneous requests one succeeds, and the others are refused. */
  oneWins(race: Race): void
  /** The validation errors of the answer name this field or parameter in a `loc`. */
  locates(name: string): void
  /** Two values are the same, compared deeply. */
  equals(comparison: Comparison | ((answer: Exchange) => Comparison)): void
  /** Anything else. */
  that(claim: Claim | ((answer: Exchange) => Claim)): void
}

/**
 * Names the requirement at the claim. The exchange, where given, is the evidence, and of several each is judged by itself; `ledBy`
 * is what led there, where this check judges what another has sent.
 */
export type Verify<Id extends RequirementId = RequirementId> = (
  requirement: Id,
  exchange?: Exchange | readonly Exchange[],
  ledBy?: readonly Exchange[],
) => Claims

/** What `verify` tells of each claim, before it is judged. */
export interface Evaluating {
  readonly evaluated: (requirement: RequirementId, exchange?: Exchange) => void
  /** There is no answer or entry that the claim could be about. */
  readonly empty: (requirement: RequirementId) => void
}

/** Judges what is claimed of each answer that `verify` was given. */
type JudgeEach = (claimsOf: (answer: Exchange) => readonly Claim[]) => void

/** The one way to a finding: every claim counts as an evaluation, and a claim that does not hold throws a `Violation`. */
export function createVerify({ evaluated, empty }: Evaluating): Verify {
  return (requirement, about, ledBy) => {
    const judge = (told: Claim, exchange?: Exchange): void => {
      if (told.where === false) return
      if (told.over && isEmpty(told.over)) {
        empty(requirement)
        return
      }
      evaluated(requirement, exchange)
      if (told.holds) return
      const { holds: _, where: __, over: ___, beside, ...claim } = told
      const judged = { requirement, exchange, ...(beside && { beside }), ...(ledBy && { ledBy }) }
      throw new Violation(judged, claim)
    }
    const judgeEach: JudgeEach = (claimsOf) => {
      if (about === undefined)
        throw new HarnessError(`verify('${requirement}') makes a claim about an answer and was given none`)
      const answers = 'request' in about ? [about] : about
      if (answers.length === 0) empty(requirement)
      for (const answer of answers) for (const claim of claimsOf(answer)) judge(claim, answer)
    }
    const that: Claims['that'] = (claim) => {
      if (typeof claim === 'function') judgeEach((answer) => [claim(answer)])
      else if (about === undefined) judge(claim)
      else judgeEach(() => [claim])
    }
    return { that, ...claimsAbout(that), isRefused: (refusal) => judgeEach((answer) => refusalClaims(answer, refusal)) }
  }
}

function isEmpty(things: Iterable<unknown>): boolean {
  for (const _ of things) return false
  return true
}

function claimsAbout(that: Claims['that']): Omit<Claims, 'that' | 'isRefused'> {
  return {
    hasStatus: (status, hint) => that((answer) => statusClaim(answer, status, hint)),
    isAccepted: (status) => that((answer) => acceptedClaim(answer, status)),
    isRejected: (hint) => that((answer) => rejectedClaim(answer, hint)),
    isNoServerError: () => that((answer) => noServerErrorClaim(answer)),
    lists: (id, claim, where) => that((answer) => listClaim(answer, { id, claim, listed: true, ...where })),
    omits: (id, claim, where) => that((answer) => listClaim(answer, { id, claim, listed: false, ...where })),
    oneWins: (contest) => that(raceClaim(contest)),
    locates: (name) => that((answer) => locationClaim(answer, name)),
    equals: (comparison) =>
      typeof comparison === 'function'
        ? that((answer) => equalityClaim(comparison(answer)))
        : that(equalityClaim(comparison)),
  }
}
