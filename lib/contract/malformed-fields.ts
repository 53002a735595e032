import { nestedObjects } from './nested-objects.ts'
import type { StatedShape } from './stated-shape.ts'

/** The names of the fields of a record that break what the shape says of them, or of the records in them. */
export function malformedFields(shape: StatedShape, record: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const broken = shape.groups
    .filter(({ applies }) => applies?.(record) ?? true)
    .flatMap(({ rules }) => rules.filter(({ field, judges, holds }) => judges(record[field]) && !holds(record[field])))
  const within = shape.nested.filter(({ field, shape: inner }) =>
    nestedObjects([record], field).some((nested) => malformedFields(inner, nested).size > 0),
  )
  return new Set([...broken, ...within].map(({ field }) => field))
}
