import type { Exchange } from '../../client/exchange.ts'
import { isOfGateway as saysItIsAway } from '../../client/outage.ts'
import { requestName } from '../../wording/request-words.ts'
import { errorCodeOf } from '../error-body.ts'
import { UntestedError } from '../errors.ts'
import { isRefusalOfGateway } from '../passive/refused-in-front.ts'

/** Throws `UntestedError` if the answer probably did not come from the service. */
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

/** The value should be a list and is not one: a passive check judges that. */
export function noList({ request }: Exchange): UntestedError {
  const cause = `${requestName(request)} did not return a list`
  return new UntestedError({ reason: 'blocked', blockedBy: ['PAGE-01'], cause })
}

/** An entry that is not on a full page may be on the next one. */
export function listGoesOn({ request }: Exchange): UntestedError {
  const cause = `the page of ${requestName(request)} was full, and the entry was not on it`
  return new UntestedError({ reason: 'blocked', cause })
}

/** A server error is not a rejection: a passive check judges it. */
export function brokenDown({ request, status }: Exchange): UntestedError {
  return new UntestedError({
    reason: 'blocked',
    blockedBy: ['ERR-15'],
    cause: `the request failed with a server error: ${requestName(request)} answered ${status}`,
  })
}

/** A target that rejects everything proves nothing by a rejection; that is not an error of the suite. */
export function controlRefused({ request, status }: Exchange): UntestedError {
  return new UntestedError({
    reason: 'blocked',
    cause: `the valid control request was rejected as well: ${requestName(request)} answered ${status}`,
  })
}
