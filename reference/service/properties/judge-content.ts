import type { Deployment } from '../deployment.ts'
import { type ValidationEntry, validationError } from '../http/service-error.ts'
import { rule } from '../rule.ts'
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

/** Content that is to be stored, and where it stands in the request. */
export interface ContentQuestion {
  readonly type: PropertyType
  readonly fields: PropertyFields
  readonly at: Place
}

interface ValueRule {
  readonly holds: (value: unknown) => boolean
  readonly complaint: string
}

const statuses: ReadonlySet<unknown> = new Set(['Draft', 'Under Review', 'Done'])

const valueRules: Readonly<Record<Exclude<PropertyType, 'formula'>, ValueRule>> = {
  numeric: { holds: (value) => typeof value === 'number' && Number.isFinite(value), complaint: 'is not a number' },
  matrix: {
    holds: (value) => typeof value === 'string' && isMatrixText(value),
    complaint: 'is not a string with rows of numbers in nested brackets, such as [[1, 2], [3, 4]]',
  },
  text: { holds: (value) => typeof value === 'string', complaint: 'is not a string' },
  date: {
    holds: (value) => typeof value === 'string' && isCalendarDate(value),
    complaint: 'is not a date written YYYY-MM-DD',
  },
  status: { holds: (value) => statuses.has(value), complaint: "is none of 'Draft', 'Under Review', 'Done'" },
}

/** Holds content against the rule of its type: 422 with every breach, or what is to be stored. */
export const judgeContent = rule((deployment: Deployment, { type, fields, at }: ContentQuestion): StoredContent => {
  const breaches = type === 'formula' ? breachesOfFormula(fields) : breachesOfValue(deployment, type, fields)
  if (breaches.length > 0) {
    throw validationError(...breaches.map((breach): ValidationEntry => ({ ...breach, loc: [...at, ...breach.loc] })))
  }
  const hasUnit = type === 'numeric' || type === 'matrix'
  return {
    value: type === 'formula' ? null : JSON.stringify(fields.value),
    category: hasUnit ? (fields.category ?? null) : null,
    display_unit: hasUnit ? (fields.display_unit ?? null) : null,
    expression: type === 'formula' ? (fields.expression ?? null) : null,
  }
})

/** Whether a value is one of its type. */
export const acceptsValue = rule((_: Deployment, type: keyof typeof valueRules, value: unknown): boolean =>
  valueRules[type].holds(value),
)

/** Numbers and matrices have a category and a unit beside their value. */
function breachesOfValue(
  deployment: Deployment,
  type: keyof typeof valueRules,
  fields: PropertyFields,
): readonly ValidationEntry[] {
  const units = type === 'numeric' || type === 'matrix' ? missing(fields, ['category', 'display_unit']) : []
  if (fields.value === undefined) return [...missing(fields, ['value']), ...units]
  if (acceptsValue(deployment, type, fields.value)) return units
  return [{ loc: ['value'], msg: valueRules[type].complaint, type: `${type}_value` }, ...units]
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

/** Whether a text is a day of the calendar, written YYYY-MM-DD and nothing more. */
function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Whether a text holds rows of numbers in nested brackets, all rows of one length: `[[1, 2], [3, 4]]`. */
function isMatrixText(text: string): boolean {
  const rows = parsed(text)
  if (!Array.isArray(rows) || rows.length === 0) return false
  const lengths = new Set(rows.map((row) => (isRow(row) ? row.length : 0)))
  return lengths.size === 1 && !lengths.has(0)
}

function isRow(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((cell) => typeof cell === 'number' && Number.isFinite(cell))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
