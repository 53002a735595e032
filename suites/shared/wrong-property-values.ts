import { isDateOnly, isMatrixText, isRecord, statusValues, type PropertyType } from '#suite'

/** Values outside the rule of their type, with what they are. */
export const wrongValues: ReadonlyArray<readonly [PropertyType, Readonly<Record<string, unknown>>]> = [
  ['numeric', { 'a text': 'twelve', 'digits in a text': '12', 'a boolean': true }],
  [
    'matrix',
    {
      'no matrix': 'no matrix',
      'brackets that do not close': '[[1, 2], [3, 4]',
      'a word in a row of numbers': '[[1, "b"]]',
      'a row that is not an array': '[[1, 2], "x"]',
      'null for a number': '[[1, null], [2, 3]]',
    },
  ],
  ['text', { 'a number': 12, 'an object': { text: 'inside' } }],
  [
    'date',
    {
      'a date that does not exist': '2023-02-29',
      'a thirteenth month': '2024-13-01',
      'a time of day': '2024-02-29T12:00:00Z',
      'a year of six digits': '+012024-02-29',
      'a month of one digit': '2024-2-1',
      'a date followed by a line break': '2024-02-29\nand more',
      'a boolean': true,
    },
  ],
  [
    'status',
    {
      'a boolean': true,
      'a status followed by a line break': 'Draft\nand more',
      'an empty status': '',
      'a status with a space after it': 'Done ',
      'an unknown status': 'Rejected',
      'a status in lower case': 'draft',
      'another status in lower case': 'done',
      'a status of two words with one capital letter': 'Under review',
    },
  ],
]

/** A day that is none: it is no other day either. */
export const impossibleDay = /^\d{4}-\d\d-\d\d$/

/** Whether a record of a property of this type shows a value within the rule of its type, or none. */
export function isValidValue(type: PropertyType, record: unknown): boolean {
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
