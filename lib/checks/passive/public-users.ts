import type { PassiveCheck } from '../passive-check.ts'
import { judgeFields, nestedIn } from './field-rule.ts'
import type { FieldRule } from './field-rule.ts'
import { readingOf } from './reading.ts'
import type { Resource } from './reading.ts'
import { isAbsent, isString, isStringOrNull } from './shapes.ts'

const rules: readonly FieldRule[] = [
  { requirement: 'PROD-15', field: 'id', expected: 'a string', holds: isString },
  { requirement: 'PROD-15', field: 'userName', expected: 'a string', holds: isString },
  {
    requirement: 'PROD-15',
    field: 'imageUrl',
    expected: 'a string, null or nothing',
    holds: isStringOrNull,
    passesOver: isAbsent,
  },
]

const userFields: Partial<Record<Resource, readonly string[]>> = {
  product: ['owner', 'createdBy', 'updatedBy'],
  property: ['createdBy', 'updatedBy'],
  file: ['uploadedBy'],
}

export const publicUsers: PassiveCheck = {
  title: 'a user has the public shape wherever one is shown',
  requirements: ['PROD-15'],
  judge: (exchange, report) => {
    const reading = readingOf(exchange)
    const fields = reading && userFields[reading.resource]
    if (!fields) return
    for (const field of fields)
      judgeFields({ label: `${reading.resource}.${field}`, records: nestedIn(reading.records, field) }, rules, report)
  },
}
