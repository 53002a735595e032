import { inMonths } from './formats/in-months.ts'

/** A moment as a target writes it. */
export interface Instant {
  /** Since the epoch; a time without an offset is read as UTC. */
  readonly milliseconds: number
  /** Whether the text says in which zone it is. */
  readonly hasOffset: boolean
}

// The basic format of ISO 8601: the same without separators.
const basic = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/

/** Parses an ISO 8601 time with any precision and offset; `undefined` if it is not one, or not a definite time. */
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

/** Whether a time has seconds: ISO 8601 allows times in minutes, and two moments may share one. */
export function showsSeconds(value: unknown): boolean {
  return typeof value === 'string' && /\d[T ]\d\d:?\d\d:?\d\d/iu.test(value)
}
