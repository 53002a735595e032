import type { PassiveCheck } from '../passive-check.ts'
import { judgeFields } from './field-rule.ts'
import type { FieldRule } from './field-rule.ts'
import { isTimestamp } from './iso-time.ts'
import { readingOf } from './reading.ts'
import { isUnset } from './shapes.ts'

const fields = ['createdAt', 'updatedAt', 'uploadedAt', 'uploaded_at'] as const

const rules = fields.map((field): FieldRule => ({
  requirement: 'GEN-03',
  field,
  expected: 'a time in ISO 8601',
  holds: isTimestamp,
  passesOver: isUnset,
}))

/** The times of products, properties and files are judged with their resource, and are only counted as seen here. */
export const timestamps: PassiveCheck = {
  title: 'a timestamp is a time in ISO 8601',
  requirements: ['GEN-03'],
  look: (exchange, report) => {
    const reading = readingOf(exchange)
    if (!reading) return
    const { resource, records } = reading
    if (resource === 'item' || resource === 'workspace' || resource === 'organization-user')
      judgeFields({ label: resource, records }, rules, report)
    else if (fields.some((field) => isTimestamp(records[0]?.[field]))) report.looked('GEN-03')
  },
}
