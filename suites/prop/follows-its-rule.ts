import { isDateOnly, isMatrixText, isRecord, statusValues, type PropertyType } from '#suite'

/** Whether a record of a property of this type shows a value within the rule of its type, or none. */
export function followsItsRule(type: PropertyType, record: unknown): boolean {
  const value = isRecord(record) ? record['value'] : undefined
  if (value === undefined || value === null) return true
  switch (type) {
    case 'numeric':
      // A matrix may be typed numeric.
      return typeof value === 'number' || isMatrixText(value)
    case 'matrix':
      return isMatrixText(value)
    case 'date':
      return isDateOnly(value)
    case 'status':
      return statusValues.some((known) => known === value)
    case 'text':
      return typeof value === 'string'
    case 'formula':
      return true
  }
}
