import type { FaultSwitch } from '../../faults/fault-switch.ts'
import { type ValidationEntry, validationError } from '../http/service-error.ts'
import { lettingThrough } from './bend-content.ts'
import { isCalendarDate } from './calendar-date.ts'
import { isMatrixText } from './matrix-text.ts'
import type { PropertyFields } from './property-body.ts'
import type { PropertyType } from './property-type.ts'

/** What the store keeps of a property's content. */
export interface StoredContent {
  /** JSON; null for a formula. */
  readonly value: string | null
  readonly category: string | null
  readonly display_unit: string | null
  readonly expression: string | null
}

/** Where something stands in a request. */
export type Place = readonly (string | number)[]

interface ValueRule {
  readonly holds: (value: unknown) => boolean
  readonly complaint: string
}

const statuses: ReadonlySet<unknown> = new Set(['Draft', 'Under Review', 'Done'])

const valueRules: Readonly<Record<Exclude<PropertyType, 'formula'>, ValueRule>> = {
  numeric: {
    holds: (value) => typeof value === 'number' && Number.isFinite(value),
    complaint: 'is not a number',
  },
  matrix: {
    holds: (value) => typeof value === 'string' && isMatrixText(value),
    complaint: 'is not a string with rows of numbers in nested brackets, such as [[1, 2], [3, 4]]',
  },
  text: {
    holds: (value) => typeof value === 'string',
    complaint: 'is not a string',
  },
  date: {
    holds: (value) => typeof value === 'string' && isCalendarDate(value),
    complaint: 'is not a date written YYYY-MM-DD',
  },
  status: {
    holds: (value) => statuses.has(value),
    complaint: "is none of 'Draft', 'Under Review', 'Done'",
  },
}

/** Content that is to be stored, and where it stands in the request. */
export interface Judged {
  readonly type: PropertyType
  readonly fields: PropertyFields
  readonly at: Place
  /** What there is already is changed. */
  readonly updates?: true
}

/** Holds content against the rule of its type: 422 with every breach, or what is to be stored. */
export function judgeContent(faults: FaultSwitch, judged: Judged): StoredContent {
  const { type, at } = judged
  const fields = onARealDay(faults, judged)
  const breaches = breachesOf(type, fields).filter(
    ({ loc }) => loc[0] !== 'value' || !(lettingThrough(faults, type, fields.value) || overlooking(faults, judged)),
  )
  if (breaches.length > 0) {
    throw validationError(
      ...breaches.map(({ loc, msg, type }): ValidationEntry => ({ loc: [...at, ...loc], msg, type })),
    )
  }
  const hasUnit = type === 'numeric' || type === 'matrix'
  return {
    value: type === 'formula' ? null : JSON.stringify(fields.value),
    category: hasUnit ? (fields.category ?? null) : null,
    display_unit: hasUnit ? (fields.display_unit ?? null) : null,
    expression: type === 'formula' ? (fields.expression ?? null) : null,
  }
}

/** A fault of calendars that count the days beyond a month into the next one. */
function onARealDay(faults: FaultSwitch, { type, fields }: Judged): PropertyFields {
  const time = type === 'date' ? Date.parse(`${String(fields.value)} UTC`) : Number.NaN
  if (Number.isNaN(time) || isCalendarDate(String(fields.value))) return fields
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(String(fields.value)) || !faults.active('days-beyond-the-month-roll-over'))
    return fields
  return { ...fields, value: new Date(time).toISOString().slice(0, 10) }
}

/** Whether a fault forgets the rule of a type in one place only. */
function overlooking(faults: FaultSwitch, { type, at, updates }: Judged): boolean {
  if (updates && type === 'status') return faults.active('any-status-on-update')
  return at.includes('properties') && type === 'text' && faults.active('any-text-in-bulk')
}

function breachesOf(type: PropertyType, fields: PropertyFields): readonly ValidationEntry[] {
  if (type === 'formula') return breachesOfFormula(fields)
  const units = type === 'numeric' || type === 'matrix' ? missing(fields, ['category', 'display_unit']) : []
  if (fields.value === undefined) return [...missing(fields, ['value']), ...units]
  const { holds, complaint } = valueRules[type]
  const isTaken = holds(fields.value)
  return isTaken ? units : [{ loc: ['value'], msg: complaint, type: `${type}_value` }, ...units]
}

/** The result is computed, with its unit: a formula is given neither. */
function breachesOfFormula(fields: PropertyFields): readonly ValidationEntry[] {
  const computed = (['value', 'category', 'display_unit'] as const).filter((name) => fields[name] !== undefined)
  return [
    ...missing(fields, ['expression']),
    ...computed.map((name) => ({ loc: [name], msg: 'is not permitted on a formula', type: 'extra_forbidden' })),
  ]
}

function missing(fields: PropertyFields, names: readonly (keyof PropertyFields)[]): readonly ValidationEntry[] {
  return names
    .filter((name) => fields[name] === undefined)
    .map((name) => ({ loc: [name], msg: 'is required for this type', type: 'missing' }))
}
