import { HttpError, type Issue } from './http-error.ts'

export type Body = Readonly<Record<string, unknown>>
type Check = (value: unknown) => string | undefined

/** A field of an object: what it must be, and whether it must be there. */
export interface Field {
  readonly check: Check
  readonly optional?: true
}

const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

export function isBody(value: unknown): value is Body {
  return kindOf(value) === 'object'
}

export const text =
  (least = 0): Check =>
  (value) => {
    if (typeof value !== 'string') return `Expected string, received ${kindOf(value)}`
    return value.length < least ? `String must contain at least ${least} character(s)` : undefined
  }

export const matching =
  (pattern: RegExp): Check =>
  (value) =>
    text(1)(value) ?? (pattern.test(String(value)) ? undefined : 'Invalid')

export const uuid: Check = (value) =>
  text()(value) ?? (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(String(value)) ? undefined : 'Invalid uuid')

export const oneOf =
  (...allowed: readonly string[]): Check =>
  (value) =>
    allowed.some((word) => word === value)
      ? undefined
      : `Invalid enum value. Expected ${allowed.map((word) => `'${word}'`).join(' | ')}, received '${String(value)}'`

export const number: Check = (value) =>
  typeof value === 'number' ? undefined : `Expected number, received ${kindOf(value)}`

export const list: Check = (value) => (Array.isArray(value) ? undefined : `Expected array, received ${kindOf(value)}`)

export const record: Check = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? undefined
    : `Expected object, received ${kindOf(value)}`

export const listOf =
  (check: Check): Check =>
  (value) =>
    list(value) ?? (Array.isArray(value) ? value.map((entry) => check(entry)).find((wrong) => wrong) : undefined)

export const nullable =
  (check: Check): Check =>
  (value) =>
    value === null ? undefined : check(value)

/** What is wrong with a body; fields that are not named pass. */
export function issuesIn(body: unknown, fields: Readonly<Record<string, Field>>): readonly Issue[] {
  if (!isBody(body)) return [{ loc: [], msg: `Expected object, received ${kindOf(body)}`, type: 'invalid_type' }]
  return Object.entries(fields).flatMap(([name, { check, optional }]) => {
    const value = Object.hasOwn(body, name) ? body[name] : undefined
    if (value === undefined) return optional ? [] : [{ loc: [name], msg: 'Required', type: 'invalid_type' }]
    const msg = check(value)
    return msg === undefined ? [] : [{ loc: [name], msg, type: 'invalid_value' }]
  })
}

/** The body, when it fits. */
export function parse(body: unknown, fields: Readonly<Record<string, Field>>): Body {
  const issues = issuesIn(body, fields)
  if (issues.length > 0 || !isBody(body)) throw new HttpError(422, 'validation_error', issues)
  return body
}
