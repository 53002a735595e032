import type { PassiveCheck } from '../passive-check.ts'
import { judgeFields } from './field-rule.ts'
import type { FieldRule } from './field-rule.ts'
import { isTimestamp } from './iso-time.ts'
import { readingOf } from './reading.ts'
import { isUnset } from './shapes.ts'

const rules = ['createdAt', 'updatedAt', 'uploadedAt', 'uploaded_at'].map((field): FieldRule => ({
  requirement: 'GEN-03',
  field,
  expected: 'a time in ISO 8601',
  holds: isTimestamp,
  passesOver: isUnset,
}))

/** This rule holds everywhere, beside the rows of the resources that say the same of one; a missing time is for those alone. */
export const timestamps: PassiveCheck = {
  title: 'a timestamp is a time in ISO 8601',
  requirements: ['GEN-03'],
  judge: (exchange, report) => {
    const reading = readingOf(exchange)
    if (reading) judgeFields({ label: reading.resource, records: reading.records }, rules, report)
  },
}
