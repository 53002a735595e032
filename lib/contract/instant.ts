import { inMonths } from './formats/in-months.ts'

/** A moment as a target writes it. */
export interface Instant {
  /** Since the epoch; a time without an offset is read as UTC. */
  readonly milliseconds: number
  /** Whether the text says in which zone it is. */
  readonly hasOffset: boolean
}

// ISO 8601 knows the same without separators, its basic format.
const basic = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/

/** Reads an ISO 8601 time of whatever precision and offset; `undefined` where it is none that can be placed. */
export function instantOf(value: unknown): Instant | undefined {
  if (typeof value !== 'string') return undefined
  const hasOffset = /(?:[Zz]|T.*[+-]\d\d(?::?\d\d)?)$/.test(value.replace(' ', 'T').toUpperCase())
  const text = inMonths(value)
    .toUpperCase()
    .replace(' ', 'T')
    .replace(',', '.')
    .replace(basic, '$1-$2-$3T$4:$5:$6')
    .replace(/(T.*[+-]\d\d)$/, '$1:00')
    .replace(/(T.*[+-]\d\d)(\d\d)$/, '$1:$2')
  const milliseconds = Date.parse(hasOffset ? text : `${text}Z`)
  return Number.isNaN(milliseconds) ? undefined : { milliseconds, hasOffset }
}

/** Whether a time shows seconds: one to the minute is as good an ISO 8601 time, and two moments may well share it. */
export function showsSeconds(value: unknown): boolean {
  return typeof value === 'string' && /\d[T ]\d\d:?\d\d:?\d\d/iu.test(value)
}
