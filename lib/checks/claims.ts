import { isDeepStrictEqual } from 'node:util'
import type { Exchange } from '../client/exchange.ts'
import { isRecord } from '../contract/is-record.ts'
import { show } from '../contract/show.ts'
import { errorCodeOf, validationLocations } from './error-body.ts'
import { isRefusalOfGateway } from './passive/refused-in-front.ts'
import type { Criterion, FailedClaim } from './finding.ts'
import { UntestedError } from './errors.ts'

/** What is told of a claim where it does not hold, and whether it does. */
export interface Claim extends FailedClaim {
  readonly holds: boolean
  /** Where the contract lets it be claimed at all; elsewhere nothing is judged. Left out: everywhere. */
  readonly where?: boolean
  /** The other answers that it is about, beside the one that is judged. */
  readonly beside?: readonly Exchange[]
}

export interface Comparison {
  readonly claim: string
  readonly expected: unknown
  readonly received: unknown
  readonly hint?: string
  /** As in a claim. */
  readonly where?: boolean
  /** As in `SameFields`. */
  readonly mayBeMissing?: true
  /** Where an answer tells more than whether the two are the same. */
  readonly criterion?: Criterion
}

export interface Refusal {
  /** The status that the contract states; left out: any 4xx. */
  readonly status?: number | readonly number[]
  /** The error code that the contract states; left out: any. */
  readonly code?: string | readonly string[]
  /** The same request, different in just the one thing, that the target took: without it a refusal proves nothing. */
  readonly control: Exchange
  /** No client of the interface sends such a request: a refusal in other words than the service's is that of something in front of it. */
  readonly unusual?: true
  readonly hint?: string
}

export interface Race {
  readonly claim: string
  readonly answers: readonly Exchange[]
  /** The status of the others, where the contract states it, or what else is lawful beside it; left out: any 4xx. */
  readonly others?: number | readonly number[]
  readonly hint?: string
}

function received(exchange: Exchange): string {
  const code = errorCodeOf(exchange)
  return code === undefined ? `${exchange.status}` : `${exchange.status} ${code}`
}

/** The answer has one of these statuses. Throws `UntestedError` where something in front of the service has refused. */
export function statusClaim(exchange: Exchange, status: number | readonly number[], hint?: string): Claim {
  const lawful = typeof status === 'number' ? [status] : status
  if (!lawful.includes(exchange.status)) requireOwnAnswer(exchange)
  return {
    claim: `${exchange.endpoint ?? exchange.request.method} answers ${lawful.join(' or ')}`,
    holds: lawful.includes(exchange.status),
    expected: lawful.join(' or '),
    received: received(exchange),
    criterion: { kind: 'status', lawful },
    ...(hint === undefined ? {} : { hint }),
  }
}

/** The answer is a success: any 2xx, or just the one given. */
export function acceptedClaim(exchange: Exchange, status?: number): Claim {
  if (status !== undefined) return statusClaim(exchange, status)
  requireOwnAnswer(exchange)
  return {
    claim: `${exchange.endpoint ?? exchange.request.method} succeeds`,
    holds: isSuccess(exchange),
    expected: 'a success (2xx)',
    received: received(exchange),
    criterion: { kind: 'status', lawful: 'a success' },
  }
}

/** The answer refuses with a 4xx, and with its status and code where the contract states them. Throws `UntestedError` where that proves nothing. */
export function refusalClaims(exchange: Exchange, refusal: Refusal): Claim[] {
  if (!isSuccess(refusal.control)) throw controlRefused(refusal.control)
  if (exchange.status >= 500) throw brokenDown(exchange)
  if ((refusal.unusual && isOfGateway(exchange)) || isRefusalOfGateway(exchange)) throw answeredBefore(exchange)
  const what = whatIsRefused(exchange)
  const { claim, fingerprint = claim } = what
  const lawful = typeof refusal.status === 'number' ? [refusal.status] : refusal.status
  const codes = typeof refusal.code === 'string' ? [refusal.code] : refusal.code
  const code = errorCodeOf(exchange)
  const circumstances = { beside: [refusal.control], ...(refusal.hint === undefined ? {} : { hint: refusal.hint }) }
  const status: Claim = {
    ...what,
    holds: lawful ? lawful.includes(exchange.status) : exchange.status >= 400 && exchange.status < 500,
    expected: lawful ? lawful.join(' or ') : 'a refusal (4xx)',
    received: received(exchange),
    criterion: { kind: 'status', lawful: lawful ?? 'a refusal' },
    ...circumstances,
  }
  if (!codes) return [status]
  return [
    status,
    {
      claim: `${claim} with its code`,
      fingerprint: `${fingerprint} with its code`,
      holds: code !== undefined && codes.includes(code),
      expected: `error code ${codes.join(' or ')}`,
      received: code ?? 'no error code',
      criterion: { kind: 'code', lawful: codes },
      ...circumstances,
    },
  ]
}

/** The answer refuses, with whatever 4xx. */
export function rejectedClaim(exchange: Exchange, hint?: string): Claim {
  return {
    ...whatIsRefused(exchange),
    holds: exchange.status >= 400 && exchange.status < 500,
    expected: 'a refusal (4xx)',
    received: received(exchange),
    criterion: { kind: 'status', lawful: 'a refusal' },
    ...(hint === undefined ? {} : { hint }),
  }
}

function whatIsRefused({ endpoint, request, broken }: Exchange): Pick<Claim, 'claim' | 'fingerprint'> {
  const claim = `${endpoint ?? request.method} refuses`
  if (broken === undefined) return { claim }
  return { claim: `${claim} (${broken})`, fingerprint: `${claim} (${withoutNumbers(broken)})` }
}

/** Numbers may be those of the run. */
function withoutNumbers(text: string): string {
  return text.replaceAll(/\d+/g, 'N')
}

/** The target has not broken down over the request. */
export function noServerErrorClaim(exchange: Exchange): Claim {
  const { endpoint, request, broken } = exchange
  return {
    claim: `${endpoint ?? request.method} answers ${broken ?? 'a request'} without a server error`,
    holds: exchange.status < 500,
    expected: 'no 5xx',
    received: received(exchange),
    criterion: { kind: 'status', lawful: 'below 500' },
  }
}

interface Listing extends Pick<Claim, 'where'> {
  readonly id: string
  readonly claim: string
  readonly listed: boolean
}

/**
 * The answer is a list with or without an entry. Throws `UntestedError` where it is no list at all: that is judged on every
 * answer of a list.
 */
export function listClaim(exchange: Exchange, { id, listed, ...told }: Listing): Claim {
  if (told.where !== false && isOfGateway(exchange)) throw answeredBefore(exchange)
  const items = isRecord(exchange.json) ? exchange.json['items'] : undefined
  if (isSuccess(exchange) && told.where !== false && !Array.isArray(items)) throw noList(exchange)
  if (!isSuccess(exchange) || !Array.isArray(items))
    return {
      ...told,
      holds: false,
      expected: 'a list',
      received: received(exchange),
      criterion: { kind: 'status', lawful: 'a success' },
    }
  const found = items.some((entry) => isRecord(entry) && String(entry['id']).toLowerCase() === id.toLowerCase())
  return {
    ...told,
    holds: found === listed,
    expected: listed ? 'an entry with its id' : 'no entry with its id',
    received: `${found ? 'such an entry' : 'no such entry'} among ${items.length}`,
    criterion: { kind: 'entry', id, listed },
  }
}

/** Of several simultaneous requests one succeeds. Throws `UntestedError` where the target broke down over another. */
export function raceClaim({ claim, answers, others, hint }: Race): Claim {
  const crash = answers.find(({ status }) => status >= 500)
  const won = answers.filter(isSuccess).length
  if (crash && won <= 1) throw brokenDown(crash)
  // lawful: a plan may allow so many and no more, so that none of them is let in.
  if (answers.length > 0 && answers.every(({ status }) => status === 403)) throw closed(answers)
  const stated = others === undefined ? undefined : [others].flat()
  const refused = answers.filter(({ status }) => status >= 400 && status < 500 && stated?.includes(status) !== false)
  return {
    claim,
    holds: won === 1 && refused.length === answers.length - 1,
    expected: `one success and ${answers.length - 1} × ${stated?.join(' or ') ?? '4xx'}`,
    received: answers
      .map(({ status }) => status)
      .toSorted((one, other) => one - other)
      .join(' '),
    beside: answers,
    criterion: { kind: 'race', others },
    ...(hint === undefined ? {} : { hint }),
  }
}

/** Whole records and lists, so that a report can show where they differ. */
const longestValue = 2000

/** Two values are the same, compared deeply. */
export function equalityClaim({ received: value, expected, mayBeMissing, ...rest }: Comparison): Claim {
  return {
    holds: isDeepStrictEqual(value, expected),
    expected: show(expected, longestValue),
    received: show(value, longestValue),
    criterion: { kind: 'same', expected, received: value, ...(mayBeMissing && { mayBeMissing }) },
    ...rest,
  }
}

function isSuccess({ status }: Exchange): boolean {
  return status >= 200 && status < 300
}

/** A refusal without the error body of the contract. */
function isOfGateway(exchange: Exchange): boolean {
  return exchange.status >= 400 && exchange.status < 500 && errorCodeOf(exchange) === undefined
}

/** Throws `UntestedError` where a refusal is hardly the service's own. */
function requireOwnAnswer(exchange: Exchange): void {
  if (isRefusalOfGateway(exchange)) throw answeredBefore(exchange)
}

function answeredBefore({ request, status }: Exchange): UntestedError {
  const cause = `something in front of the service may have answered: ${request.method} ${request.path} got ${status} without an error code`
  return new UntestedError({ reason: 'blocked', cause })
}

function closed([answer]: readonly Exchange[]): UntestedError {
  const asked = answer === undefined ? 'each' : `each ${answer.request.method} ${answer.request.path}`
  return new UntestedError({ reason: 'blocked', cause: `nobody is let in: ${asked} got 403` })
}

function noList({ request }: Exchange): UntestedError {
  const cause = `${request.method} ${request.path} answered no list`
  return new UntestedError({ reason: 'blocked', blockedBy: ['PAGE-01'], cause })
}

/** Whoever breaks down has refused nothing: that is a rule of its own, judged on every answer. */
function brokenDown({ request, status }: Exchange): UntestedError {
  const { method, path } = request
  return new UntestedError({
    reason: 'blocked',
    blockedBy: ['ERR-15'],
    cause: `nothing was refused: ${method} ${path} answered ${status}`,
  })
}

/** A target that refuses everything has refused nothing in particular: that is no fault of ours, and proves nothing. */
function controlRefused({ request, status }: Exchange): UntestedError {
  const { method, path } = request
  return new UntestedError({
    reason: 'blocked',
    cause: `the same request without what is wrong was refused too: ${method} ${path} answered ${status}`,
  })
}

/** lawful: a part may be a whole path, and spell the name in its service's own way: `/items/0/readableId`, `items[0].readable_id`. */
function isNamedIn(part: string, name: string): boolean {
  return part.split(/[^\w-]+/).some((word) => lettersOf(word) === lettersOf(name))
}

function lettersOf(word: string): string {
  return word.replaceAll(/[_-]/g, '').toLowerCase()
}

/** The validation errors of the answer name this field or parameter. */
export function locationClaim(exchange: Exchange, name: string): Claim {
  const locations = validationLocations(exchange)
  return {
    claim: `${exchange.endpoint ?? exchange.request.method} names what is wrong`,
    holds: locations.some((parts) => parts.some((part) => isNamedIn(part, name))),
    expected: `an entry of details.errors whose loc holds ${show(name)}`,
    received: locations.length === 0 ? 'no locations' : show(locations),
    criterion: { kind: 'location', name },
  }
}
