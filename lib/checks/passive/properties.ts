import { isRecord } from '../../contract/is-record.ts'
import type { PassiveCheck } from '../passive-check.ts'
import { judgeFields, nestedIn } from './field-rule.ts'
import type { FieldRule } from './field-rule.ts'
import { isTimestamp } from './iso-time.ts'
import { isPropertyType } from './property-type.ts'
import { subjectOf } from './reading.ts'
import { isAbsent, isArrayOfObjects, isBoolean, isInteger, isString, isStringOrNull } from './shapes.ts'
import { isUuid } from './uuid.ts'

const rules: readonly FieldRule[] = [
  { requirement: 'PROP-01', field: 'id', expected: 'a UUID', holds: isUuid },
  { requirement: 'PROP-02', field: 'readable_id', expected: 'a string', holds: isString },
  { requirement: 'PROP-02', field: 'name', expected: 'a string', holds: isString },
  { requirement: 'PROP-03', field: 'type', expected: 'one of the six types', holds: isPropertyType },
  { requirement: 'PROP-04', field: 'item_id', expected: 'a UUID', holds: isUuid },
  { requirement: 'PROP-05', field: 'deleted', expected: 'a boolean', holds: isBoolean },
  { requirement: 'PROP-06', field: 'references', expected: 'an array of references', holds: isArrayOfObjects },
  { requirement: 'PROP-09', field: 'createdBy', expected: 'a public user', holds: isRecord },
  { requirement: 'PROP-09', field: 'updatedBy', expected: 'a public user', holds: isRecord },
  { requirement: 'PROP-09', field: 'createdAt', expected: 'a time in ISO 8601', holds: isTimestamp },
  { requirement: 'PROP-09', field: 'updatedAt', expected: 'a time in ISO 8601', holds: isTimestamp },
]

const referenceRules: readonly FieldRule[] = [
  { requirement: 'PROP-07', field: 'file_link_id', expected: 'a string', holds: isString },
  { requirement: 'PROP-07', field: 'page', expected: 'an integer', holds: isInteger },
  {
    requirement: 'PROP-08',
    field: 'item_document_id',
    expected: 'a string, null or nothing',
    holds: (value) => isAbsent(value) || isStringOrNull(value),
  },
]

export const properties: PassiveCheck = {
  title: 'a property has the documented shape',
  requirements: ['PROP-01', 'PROP-02', 'PROP-03', 'PROP-04', 'PROP-05', 'PROP-06', 'PROP-07', 'PROP-08', 'PROP-09'],
  judge: (exchange, report) => {
    const subject = subjectOf(exchange, 'property')
    if (!subject) return
    judgeFields(subject, rules, report)
    const references = nestedIn(subject.records, 'references')
    judgeFields({ label: 'reference', records: references }, referenceRules, report)
  },
}
