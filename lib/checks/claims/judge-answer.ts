import { succeeded, type Exchange } from '../../client/exchange.ts'
import { errorCodeOf, validationLocations } from '../error-body.ts'
import { nothingToJudge, UntestedError } from '../errors.ts'
import type { Failure, Of } from './statement.ts'
import { brokenDown, closed, requireOwnAnswer } from './no-verdict.ts'

/** Throws `UntestedError` if something in front of the service has refused. */
export function judgeStatus({ lawful }: Of<'status'>, exchange: Exchange): Failure | undefined {
  if (isLawful(lawful, exchange.status)) return undefined
  if (lawful !== 'below 500') requireOwnAnswer(exchange)
  return { expected: lawful, received: received(exchange) }
}

function isLawful(lawful: Of<'status'>['lawful'], status: number): boolean {
  if (lawful === 'a success') return status >= 200 && status < 300
  if (lawful === 'a refusal') return status >= 400 && status < 500
  if (lawful === 'below 500') return status < 500
  return 'except' in lawful ? !lawful.except.includes(status) : lawful.includes(status)
}

export function judgeCode({ lawful }: Of<'code'>, exchange: Exchange): Failure | undefined {
  const code = errorCodeOf(exchange)
  const holds = 'except' in lawful ? !lawful.except.includes(code ?? '') : code !== undefined && lawful.includes(code)
  return holds ? undefined : { expected: lawful, received: received(exchange) }
}

export function judgeLocation({ name }: Of<'location'>, exchange: Exchange): Failure | undefined {
  const locations = validationLocations(exchange)
  if (locations.some((parts) => parts.some((part) => isNamedIn(part, name)))) return undefined
  return { expected: name, received: locations }
}

/** lawful: a loc may be a whole path, and use the service's own spelling: `/items/0/readableId`, `items[0].readable_id`. */
function isNamedIn(part: string, name: string): boolean {
  return part.split(/[^\w-]+/).some((word) => lettersOf(word) === lettersOf(name))
}

function lettersOf(word: string): string {
  return word.replaceAll(/[_-]/g, '').toLowerCase()
}

export function judgeHeader({ name, values }: Of<'header'>, { headers }: Exchange): Failure | undefined {
  const value = headers[name.toLowerCase()]
  return isLawfulHeader(value, values) ? undefined : { expected: values, received: value }
}

function isLawfulHeader(value: string | undefined, values: Of<'header'>['values']): boolean {
  if (values === 'absent' || value === undefined) return values === 'absent' && value === undefined
  if (values === undefined) return true
  return 'except' in values ? !values.except.includes(value) : values.includes(value)
}

/** Throws `UntestedError` if there was no request, the target failed on another one, or rejects every request. */
export function judgeRace({ answers, others, mayRefuseAll }: Of<'race'>): Failure | undefined {
  if (answers.length === 0) throw new UntestedError(nothingToJudge)
  const crash = answers.find(({ status }) => status >= 500)
  const won = answers.filter(succeeded).length
  if (crash && won <= 1) throw brokenDown(crash)
  // lawful: a plan may limit the number of records, so that none of the requests succeeds
  if (answers.every(({ status }) => status === 403)) throw closed(answers)
  const stated = others === undefined ? undefined : [others].flat()
  const refused = answers.filter(({ status }) => status >= 400 && status < 500 && stated?.includes(status) !== false)
  const isDecided = won === 1 || (mayRefuseAll === true && won === 0)
  if (isDecided && refused.length === answers.length - won) return undefined
  return {
    expected: { others: answers.length - 1, statuses: stated },
    received: answers.map(({ status }) => status).toSorted((one, other) => one - other),
  }
}

function received(exchange: Exchange): { readonly status: number; readonly code?: string } {
  const code = errorCodeOf(exchange)
  return { status: exchange.status, ...(code !== undefined && { code }) }
}
