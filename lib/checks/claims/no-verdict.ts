import type { Exchange } from '../../client/exchange.ts'
import { isOfGateway as saysItIsAway } from '../../client/outage.ts'
import { requestName } from '../../wording/request-words.ts'
import { errorCodeOf } from '../error-body.ts'
import { UntestedError } from '../errors.ts'
import { isRefusalOfGateway } from '../passive/refused-in-front.ts'

/** Throws `UntestedError` where an answer is hardly the service's own. */
export function requireOwnAnswer(exchange: Exchange): void {
  if (saysItIsAway(exchange)) throw brokenDown(exchange)
  if (isRefusalOfGateway(exchange)) throw answeredBefore(exchange)
}

/** A refusal without the error body of the contract. */
export function isOfGateway(exchange: Exchange): boolean {
  return exchange.status >= 400 && exchange.status < 500 && errorCodeOf(exchange) === undefined
}

/** A refusal that is hardly the service's own. */
export function answeredBefore({ request, status }: Exchange): UntestedError {
  const cause = `a gateway seems to have answered: ${requestName(request)} got ${status} without an error code`
  return new UntestedError({ reason: 'blocked', cause })
}

/** Of simultaneous requests each is forbidden. */
export function closed([answer]: readonly Exchange[]): UntestedError {
  const asked = answer === undefined ? 'each' : `each ${requestName(answer.request)}`
  return new UntestedError({
    reason: 'blocked',
    cause: `all of the simultaneous requests were rejected: ${asked} got 403`,
  })
}

/** What ought to be a list is none: that is judged on every answer of a list. */
export function noList({ request }: Exchange): UntestedError {
  const cause = `${requestName(request)} did not return a list`
  return new UntestedError({ reason: 'blocked', blockedBy: ['PAGE-01'], cause })
}

/** Whoever breaks down has refused nothing: that is a rule of its own, judged on every answer. */
export function brokenDown({ request, status }: Exchange): UntestedError {
  return new UntestedError({
    reason: 'blocked',
    blockedBy: ['ERR-15'],
    cause: `the request failed with a server error: ${requestName(request)} answered ${status}`,
  })
}

/** A target that refuses everything has refused nothing in particular: that is no fault of ours, and proves nothing. */
export function controlRefused({ request, status }: Exchange): UntestedError {
  return new UntestedError({
    reason: 'blocked',
    cause: `the valid control request was rejected as well: ${requestName(request)} answered ${status}`,
  })
}
