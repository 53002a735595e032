import type { PassiveCheck } from '../passive-check.ts'
import { judgeFields } from './field-rule.ts'
import type { FieldRule } from './field-rule.ts'
import { subjectOf } from './reading.ts'
import { isString, isUnset } from './shapes.ts'
import { isUuid } from './uuid.ts'

// The complete record is not shown, so that null for an unset text is lawful here, other than on a product.
const rules: readonly FieldRule[] = [
  { requirement: 'ITEM-02', field: 'id', expected: 'a UUID', holds: isUuid },
  { requirement: 'ITEM-02', field: 'description', expected: 'a string', holds: isString, passesOver: isUnset },
  { requirement: 'ITEM-02', field: 'part_number', expected: 'a string', holds: isString, passesOver: isUnset },
]

export const items: PassiveCheck = {
  title: 'an item has the fields that are named',
  requirements: ['ITEM-02'],
  judge: (exchange, report) => {
    const subject = subjectOf(exchange, 'item')
    if (subject) judgeFields(subject, rules, report)
  },
}
