import { isRecord } from '../../contract/is-record.ts'

/** Small judgements of one JSON value, shared by the rules of all resources. */
export function isString(value: unknown): value is string {
  return typeof value === 'string'
}

export function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean'
}

export function isInteger(value: unknown): boolean {
  return Number.isInteger(value)
}

export function isFilledString(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

export function isStringOrNull(value: unknown): boolean {
  return typeof value === 'string' || value === null
}

export function isIntegerOrNull(value: unknown): boolean {
  return Number.isInteger(value) || value === null
}

export function isObjectOrNull(value: unknown): boolean {
  return isRecord(value) || value === null
}

export function isArrayOfStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every(isString)
}

export function isArrayOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every(isRecord)
}

/** Whether a field is not there at all. */
export function isAbsent(value: unknown): boolean {
  return value === undefined
}

/** Whether a field holds nothing: not there, or null. */
export function isUnset(value: unknown): boolean {
  return value === undefined || value === null
}
