import type { FaultSwitch } from '../../faults/fault-switch.ts'
import type { PropertyContent } from './property-body.ts'
import type { PropertyType } from './property-type.ts'

/** What is sent for a new property, or what a fault makes of it before it is stored. */
export function bendContent(faults: FaultSwitch, content: PropertyContent): PropertyContent {
  const { references, ...rest } = content
  if ((references ?? []).length > 0 && faults.active('sent-references-lost')) return rest
  const [first, ...others] = references ?? []
  if (first !== undefined && others.length > 0 && faults.active('first-reference-kept-alone')) {
    return { ...content, references: [first] }
  }
  return { ...content, value: bendValue(faults, content.type, content.value) }
}

function bendValue(faults: FaultSwitch, type: PropertyType, value: unknown): unknown {
  if (typeof value === 'number' && Math.fround(value) !== value && faults.active('numbers-kept-in-single-precision')) {
    return Math.fround(value)
  }
  if (
    Number.isInteger(value) &&
    Math.abs(Number(value)) >= 2 ** 63 &&
    faults.active('whole-numbers-overflow-at-64-bits')
  )
    return 0
  const wrapped = Number.isInteger(value) ? Number(value) | 0 : value
  if (wrapped !== value && faults.active('whole-numbers-wrap-at-32-bits')) return wrapped
  if (typeof value !== 'string') return value
  if (type === 'text' && value.length > 255 && faults.active('long-text-value-is-cut')) return value.slice(0, 255)
  const month = type === 'date' ? Number(value.slice(5, 7)) : 0
  const isOfSummer = month >= 4 && month <= 9 && !Number.isNaN(Date.parse(`${value}T00:00:00Z`))
  if (isOfSummer && faults.active('date-of-summer-kept-a-day-early')) return dayBefore(value)
  const time = type === 'date' ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(time) || !faults.active('date-kept-a-day-early')) return value
  return dayBefore(value)
}

function dayBefore(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
}

/** Whether a fault lets a value through that the rule of its type refuses. */
export function lettingThrough(faults: FaultSwitch, type: PropertyType, value: unknown): boolean {
  if (type === 'status' && value === true && faults.active('true-passes-for-a-status')) return true
  if (typeof value !== 'string') return false
  if (value.includes('\n') && faults.active('value-judged-by-one-of-its-lines')) return true
  if (type === 'date') return /^\d{4}-\d{2}-\d{2}$/u.test(value) && faults.active('impossible-date-stored')
  if (type === 'status' && value.toLowerCase() === 'done' && faults.active('done-stored-in-any-letter-case'))
    return true
  if (type === 'status') return faults.active('unknown-status-stored')
  const isDigits = type === 'numeric' && /^\d+$/u.test(value)
  if (isDigits && faults.active('digits-stored-as-number')) return true
  return type === 'numeric' && faults.active('text-stored-as-number')
}
