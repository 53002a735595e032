import type { FaultSwitch } from '../../faults/fault-switch.ts'
import { ServiceError } from './service-error.ts'

/** Which entries a list gives. */
export interface Slice {
  readonly limit: number
  readonly offset: number
}

interface Asked {
  readonly path: string
  readonly text: string | undefined
}

/** The limit that a fault takes a text for; undefined in a sound service. */
export function bendLimit(faults: FaultSwitch, { path, text }: Asked): number | undefined {
  if (text === undefined) return faults.active('default-limit-100') ? 100 : undefined
  if (/^\de\d$/u.test(text) && faults.active('limit-in-exponents-taken')) return Math.min(Number(text), 200)
  if (text === '200' && faults.active('limit-200-refused')) throw outOfRange('limit', 'is not less than 200')
  const tooMany = /^\d+$/u.test(text) && Number(text) > 200
  if (tooMany && path === '/v1/public/files' && faults.active('file-list-takes-any-limit')) return Number(text)
  return undefined
}

/** The offset that a fault takes a text for; undefined in a sound service. */
export function bendOffset(faults: FaultSwitch, { path, text }: Asked): number | undefined {
  if (text === undefined) return undefined
  const isNegative = /^-\d+$/u.test(text)
  if (isNegative && path.endsWith('/users') && faults.active('user-list-takes-a-negative-offset')) return 0
  if (/^\d{19,}$/u.test(text) && faults.active('huge-offset-starts-over')) return 0
  return undefined
}

/** Another slice than the one asked for; the same in a sound service. */
export function bendSlice(
  faults: FaultSwitch,
  { limit, offset }: Slice,
  list: { path: string; total: () => number },
): Slice {
  if (list.path.endsWith('/users') && faults.active('user-list-is-not-paged')) return { limit: 200, offset }
  if (limit > 100 && faults.active('largest-page-is-100')) return { limit: 100, offset }
  if (offset === 0) return { limit, offset }
  if (list.path === '/v1/public/items' && faults.active('item-list-ignores-the-offset')) return { limit, offset: 0 }
  if (faults.active('offset-counts-pages')) return { limit, offset: Math.min(offset * limit, Number.MAX_SAFE_INTEGER) }
  if (faults.active('page-ends-where-limit-says')) return { limit: Math.max(0, limit - offset), offset }
  if (faults.has('page-past-the-end-is-unknown') && offset >= list.total()) {
    faults.active('page-past-the-end-is-unknown')
    throw new ServiceError({ status: 404, code: 'not_found', message: 'no such page' })
  }
  return { limit, offset }
}

function outOfRange(name: string, msg: string): ServiceError {
  const errors = [{ loc: ['query', name], msg, type: 'range' }]
  return new ServiceError({ status: 422, code: 'validation_error', message: `${name} ${msg}`, details: { errors } })
}
