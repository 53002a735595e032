import type { Of } from '../checks/claims/statement.ts'
import type { Exchange } from '../client/exchange.ts'
import { isSafeMethod } from '../client/request-description.ts'

/** A status claim as a hint needs it: whether a rejection is expected, and with which status if one is stated. */
interface Due {
  readonly isRefusal: boolean
  readonly status: number | undefined
}

/** The likely mistake behind a status: the expected and the received one, the key, and the request. */
export function statusHint({ lawful }: Pick<Of<'status'>, 'lawful'>, exchange: Exchange): string {
  const { status } = exchange
  if (status >= 500) return crashed(exchange)
  if (status >= 300 && status < 400)
    return 'redirect: a framework or proxy seems to send clients to a login page or another path'
  const due = dueOf(lawful, status)
  if (!due.isRefusal) return status < 300 ? otherSuccess : refused(exchange)
  return status < 300 ? accepted(due.status, exchange) : refusedOtherwise(due.status, status)
}

const otherSuccess = 'default status: the framework seems to send its own success status for this method'

function dueOf(lawful: Of<'status'>['lawful'], status: number): Due {
  if (lawful === 'a refusal') return { isRefusal: true, status: undefined }
  if (typeof lawful === 'string') return { isRefusal: false, status: undefined }
  if ('except' in lawful) return { isRefusal: status < 300, status: undefined }
  const [first = 200] = lawful
  return { isRefusal: first >= 400, status: first }
}

function crashed({ broken }: Exchange): string {
  return broken === undefined
    ? 'unhandled exception: the handler seems to crash on a valid request'
    : 'unhandled exception: invalid input seems to reach code or a database column that cannot take it'
}

const noOrganization =
  'broken access control: the lookup does not seem to compare the organization (WHERE organization_id = ?)'
const noAuthentication =
  'missing authentication: the route seems to be outside the middleware that checks keys, or to compare keys loosely'

/** An accepted request that should have been rejected, by the expected status. */
const acceptedInstead: Readonly<Record<number, string>> = {
  401: noAuthentication,
  403: noOrganization,
  404: 'missing condition: the lookup seems to include deleted records (deleted_at IS NULL), or to read from a cache',
  409: 'missing uniqueness check: this handler does not seem to run it, or it seems to see too few records',
  413: 'missing size limit: it seems to be checked elsewhere only, or after the file is stored',
  415: 'missing content type check: the body seems to be parsed whatever its content type',
  429: 'rate limit: this request does not seem to be counted, or each process seems to have its own counter',
}

function accepted(due: number | undefined, { identity, request }: Exchange): string {
  const stated = due === undefined ? undefined : acceptedInstead[due]
  if (identity === 'revoked') return 'cached keys: a revoked key seems to stay valid until its cache entry expires'
  if (stated !== undefined) return stated
  if (identity === 'none' || identity === 'forged') return noAuthentication
  if (identity === 'other-organization') return noOrganization
  if (!isSafeMethod(request.method))
    return 'missing validation: the handler does not seem to validate this input before it writes'
  return request.path.includes('?')
    ? 'lenient query parsing: an invalid value seems to be ignored, clamped or replaced by the default'
    : 'missing validation: the handler seems to use the path without validation, or to fall back to a default'
}

/** A rejected request that should have succeeded, by the received status. */
const refusedInstead: Readonly<Record<number, string>> = {
  401: 'authentication: this route seems to look the key up differently from others',
  403: 'access check: the record seems to be compared with the wrong organization, workspace or user',
  405: 'routing: no handler seems to be registered for this method',
  413: 'size limit: a proxy or body parser seems to have a lower limit than the contract',
  415: 'content type: it seems to be compared literally, with parameters and letter case',
  429: 'rate limit: requests seem to be counted twice, or together with those of other organizations',
}

function refused({ status, identity, request }: Exchange): string {
  const isRead = isSafeMethod(request.method)
  if (status === 403 && identity === 'same-organization')
    return 'access check: the record seems to be tied to the user who created it instead of the organization'
  if (status === 404)
    return isRead
      ? 'lookup too narrow: a join, a deleted flag or another version seems to hide the record, or a cache seems to be stale'
      : 'lookup too narrow: the write seems to look up its target with the wrong condition, or the route seems to be missing'
  if (status === 409)
    return request.method === 'POST'
      ? 'uniqueness check too wide: it seems to include deleted records or records of others'
      : 'uniqueness check too wide: it seems to find the record itself (WHERE id <> ? is missing)'
  return (
    refusedInstead[status] ??
    (isRead
      ? 'query validation too strict: a valid parameter or value seems to be missing from the schema'
      : 'validation too strict: a pattern, limit or required field seems to be stricter than the contract')
  )
}

/** A rejection with a wrong status, by the expected and the received one. */
const otherRefusals: Readonly<Record<string, string>> = {
  '403 404': 'scoped lookup: a record of others seems to look unknown (WHERE id = ? AND organization_id = ?)',
  '404 403':
    'order of checks: the access check seems to run before the lookup, and to treat an unknown record as a foreign one',
  '401 403': 'error mapping: an invalid key seems to be handled as a missing permission',
  '403 401': 'error mapping: a missing permission seems to be handled as an invalid key',
  '422 400': 'error mapping: the framework seems to answer invalid input with its default status 400',
  '409 422': 'error mapping: a conflict seems to be reported as a validation error',
  '409 400': 'error mapping: the error of the unique index seems to be reported as invalid input',
  '413 422': 'error mapping: the size limit seems to be checked with the other fields',
}

const afterAnotherCheck: Readonly<Record<number, string>> = {
  401: 'order of checks: routing or validation seems to run before authentication',
  403: 'order of checks: validation seems to run before the access check',
  404: 'order of checks: validation seems to run before the lookup',
  409: 'order of checks: another check seems to run before the one for conflicts',
}

function refusedOtherwise(due: number | undefined, status: number): string {
  return (
    otherRefusals[`${due} ${status}`] ??
    (due === undefined ? undefined : afterAnotherCheck[due]) ??
    'error mapping: another check seems to run first, or this error seems to be mapped to the wrong status'
  )
}
