import type { FieldRule } from '../../lib/contract/field-rules.ts'
import { isRecord } from '../changes/answers.ts'

/** A way to show a field otherwise than its schema has it. */
export interface Deviation {
  readonly id: string
  /** RECORD and FIELD stand for the object and its field. */
  readonly title: string
  /** What stands in the place of a value; the value itself where there is nothing to do. */
  readonly deviates: (value: unknown) => unknown
  readonly inLists: boolean
  /** For fields that must not be there. */
  readonly isAddition: boolean
}

const present = { isAddition: false, inLists: false }

/** What may be wrong with a field, everywhere or in lists alone. */
export const deviations: readonly Deviation[] = [
  { ...present, id: 'missing', title: 'shows every RECORD without FIELD', deviates: leftOut },
  { ...present, id: 'missing-in-lists', title: 'lists every RECORD without FIELD', deviates: leftOut, inLists: true },
  { ...present, id: 'null', title: 'shows every RECORD with null as FIELD', deviates: emptied },
  { ...present, id: 'of-another-type', title: 'shows every RECORD with FIELD in another JSON type', deviates: inAnotherType }, // prettier-ignore
  { ...present, id: 'of-another-type-in-lists', title: 'lists every RECORD with FIELD in another JSON type', deviates: inAnotherType, inLists: true }, // prettier-ignore
  { isAddition: true, inLists: false, id: 'added', title: 'shows every RECORD with FIELD', deviates: filledIn },
]

const samples: readonly unknown[] = [
  7,
  true,
  'a',
  '7b0c3a8e-5f0d-4f0e-9b8e-0d8c6c1f2a11',
  '2026-01-02T03:04:05Z',
  '2024-05-16',
  '[[1, 2], [3, 4]]',
  '#ff8800',
  { id: 'a' },
  [],
]

/** A value that the rules of a field allow; undefined where the field must not be there. */
export function exampleOf(rules: readonly FieldRule[]): unknown {
  const listed = rules.flatMap(({ values = [] }) => values)
  return [...listed, ...samples].find(
    (value) => value !== '' && rules.every(({ judges, holds }) => !judges(value) || holds(value)),
  )
}

function leftOut(): undefined {
  return undefined
}

function emptied(value: unknown): unknown {
  return value === undefined ? value : null
}

function filledIn(value: unknown): unknown {
  return value ?? 'Computed'
}

/** As services write values that they do not convert: numbers as texts, texts as their lines, objects as their ids. */
function inAnotherType(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return value.split('\n')
  if (Array.isArray(value)) return Object.fromEntries(value.entries())
  return isRecord(value) ? String(value['id']) : value
}
