import { isDeepStrictEqual } from 'node:util'
import type { Exchange } from '../client/exchange.ts'
import type { RequirementId } from '../contract/requirement.ts'
import { errorCodeOf, validationLocations } from './error-body.ts'
import { HarnessError } from './harness-error.ts'
import { show } from '../contract/show.ts'
import { UntestedError } from './untested-error.ts'
import { Violation } from './violation.ts'

export interface Claim {
  /** What is claimed, short and stable: no ids or values of the run. */
  readonly claim: string
  readonly holds: boolean
  readonly expected: string
  readonly received: string
  readonly hint?: string
}

export interface Comparison {
  readonly claim: string
  readonly expected: unknown
  readonly received: unknown
  readonly hint?: string
}

export interface Refusal {
  /** The status that the contract states; left out: any 4xx. */
  readonly status?: number | readonly number[]
  /** The error code that the contract states; left out: any. */
  readonly code?: string | readonly string[]
  /** The same request, different in just the one thing, that the target took: without it a refusal proves nothing. */
  readonly control: Exchange
  readonly hint?: string
}

/** The claims that can be made of one requirement, about one answer or about several. Each throws a `Violation` where it does not hold. */
export interface Claims {
  /** The answer has this status. */
  hasStatus(status: number | readonly number[], hint?: string): void
  /** The answer is a success: any 2xx, or just the one given. */
  isAccepted(status?: number): void
  /** The answer refuses: a 4xx with an error body, and its status and code where the contract states them. */
  isRefused(refusal: Refusal): void
  /** The validation errors of the answer name this field or parameter in a `loc`. */
  locates(name: string): void
  /** Two values are the same, compared deeply. */
  equals(comparison: Comparison): void
  /** Anything else. */
  that(claim: Claim): void
}

/** Names the requirement at the claim. The exchange, where given, is the evidence. */
export type Verify<Id extends RequirementId = RequirementId> = (requirement: Id, exchange?: Exchange) => Claims

/** What `verify` tells of each claim, before it is judged. */
export type OnLook = (requirement: RequirementId) => void

/** The one way to a finding: every claim counts as a look, and a claim that does not hold throws a `Violation`. */
export function createVerify(onLook: OnLook): Verify {
  return (requirement, exchange) => {
    const that = (claim: Claim): void => {
      onLook(requirement)
      if (!claim.holds) throw new Violation({ requirement, exchange, ...claim })
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
      locates: (name) => that(locationClaim(answer(), name)),
      equals: ({ claim, expected, received, hint }) =>
        that({
          claim,
          holds: isDeepStrictEqual(received, expected),
          expected: show(expected),
          received: show(received),
          ...(hint === undefined ? {} : { hint }),
        }),
    }
  }
}

function received(exchange: Exchange): string {
  const code = errorCodeOf(exchange)
  return code === undefined ? `${exchange.status}` : `${exchange.status} ${code}`
}

function statusClaim(exchange: Exchange, status: number | readonly number[], hint?: string): Claim {
  const lawful = typeof status === 'number' ? [status] : status
  return {
    claim: `${exchange.endpoint ?? exchange.request.method} answers ${lawful.join(' or ')}`,
    holds: lawful.includes(exchange.status),
    expected: lawful.join(' or '),
    received: received(exchange),
    ...(hint === undefined ? {} : { hint }),
  }
}

function acceptedClaim(exchange: Exchange, status?: number): Claim {
  if (status !== undefined) return statusClaim(exchange, status)
  return {
    claim: `${exchange.endpoint ?? exchange.request.method} succeeds`,
    holds: exchange.status >= 200 && exchange.status < 300,
    expected: 'a success (2xx)',
    received: received(exchange),
  }
}

function refusalClaims(exchange: Exchange, refusal: Refusal): Claim[] {
  if (refusal.control.status < 200 || refusal.control.status > 299) throw controlRefused(refusal.control)
  const what = `${exchange.endpoint ?? exchange.request.method} refuses${exchange.broken === undefined ? '' : ` (${exchange.broken.replaceAll(/\d+/g, 'N')})`}`
  const lawful = typeof refusal.status === 'number' ? [refusal.status] : refusal.status
  const codes = typeof refusal.code === 'string' ? [refusal.code] : refusal.code
  const code = errorCodeOf(exchange)
  const hint = refusal.hint === undefined ? {} : { hint: refusal.hint }
  const status: Claim = {
    claim: what,
    holds: lawful ? lawful.includes(exchange.status) : exchange.status >= 400 && exchange.status < 500,
    expected: lawful ? lawful.join(' or ') : 'a refusal (4xx)',
    received: received(exchange),
    ...hint,
  }
  if (!codes) return [status]
  return [
    status,
    {
      claim: `${what} with its code`,
      holds: code !== undefined && codes.includes(code),
      expected: `error code ${codes.join(' or ')}`,
      received: code ?? 'no error code',
      ...hint,
    },
  ]
}

/** A target that refuses everything has refused nothing in particular: that is no fault of ours, and proves nothing. */
function controlRefused({ request, status }: Exchange): UntestedError {
  const { method, path } = request
  return new UntestedError({
    reason: 'blocked',
    cause: `the same request without what is wrong was refused too: ${method} ${path} answered ${status}`,
  })
}

function locationClaim(exchange: Exchange, name: string): Claim {
  const locations = validationLocations(exchange)
  return {
    claim: `${exchange.endpoint ?? exchange.request.method} names what is wrong`,
    holds: locations.some((parts) => parts.includes(name)),
    expected: `an entry of details.errors whose loc holds ${show(name)}`,
    received: locations.length === 0 ? 'no locations' : show(locations),
  }
}
