import { isRecord } from '../../contract/is-record.ts'
import type { PassiveCheck } from '../passive-check.ts'
import { judgeFields, nestedIn } from './field-rule.ts'
import type { FieldRule, JsonObject } from './field-rule.ts'
import { isTimestamp } from './iso-time.ts'
import { isPropertyType } from './property-type.ts'
import { subjectOf } from './reading.ts'
import {
  isAbsent,
  isArrayOfObjects,
  isBoolean,
  isIntegerOrNull,
  isObjectOrNull,
  isString,
  isStringOrNull,
  isUnset,
} from './shapes.ts'

function isTargetType(value: unknown): boolean {
  return value === 'item' || value === 'property'
}

function isNoString(value: unknown): boolean {
  return typeof value !== 'string'
}

function timeRule(field: string): FieldRule {
  return { requirement: 'FILE-04', field, expected: 'a time in ISO 8601', holds: isTimestamp, passesOver: isUnset }
}

const rules: readonly FieldRule[] = [
  ...['id', 'name', 'originalFileName'].map((field): FieldRule => ({
    requirement: 'FILE-01',
    field,
    expected: 'a string',
    holds: isString,
  })),
  { requirement: 'FILE-01', field: 'deleted', expected: 'a boolean', holds: isBoolean },
  ...['userTitle', 'content_type', 'description'].map((field): FieldRule => ({
    requirement: 'FILE-02',
    field,
    expected: 'a string, null or nothing',
    holds: isStringOrNull,
    passesOver: isAbsent,
  })),
  {
    requirement: 'FILE-03',
    field: 'size_bytes',
    expected: 'an integer, null or nothing',
    holds: isIntegerOrNull,
    passesOver: isAbsent,
  },
  timeRule('uploadedAt'),
  timeRule('uploaded_at'),
  {
    requirement: 'FILE-05',
    field: 'uploadedBy',
    expected: 'a public user, null or nothing',
    holds: isObjectOrNull,
    passesOver: isAbsent,
  },
  // Null is not among what the contract's table allows here, other than in the rows around it.
  {
    requirement: 'FILE-06',
    field: 'used_in',
    expected: 'an array of usages',
    holds: isArrayOfObjects,
    passesOver: isAbsent,
  },
  { requirement: 'FILE-11', field: 'file_path', expected: 'left out', holds: isAbsent },
  { requirement: 'FILE-12', field: 'title', expected: 'left out', holds: isAbsent },
]

const usageRules: readonly FieldRule[] = [
  ...['file_link_id', 'product_id', 'target_type', 'target_id'].map((field): FieldRule => ({
    requirement: 'FILE-06',
    field,
    expected: 'a string',
    holds: isString,
  })),
  {
    requirement: 'FILE-07',
    field: 'target_type',
    expected: '`item` or `property`',
    holds: isTargetType,
    passesOver: isNoString,
  },
]

const itemUsageRules: readonly FieldRule[] = [
  { requirement: 'FILE-08', field: 'property_type', expected: 'null or nothing for an item', holds: isUnset },
]
const propertyUsageRules: readonly FieldRule[] = [
  {
    requirement: 'FILE-08',
    field: 'property_type',
    expected: 'one of the six types, null or nothing',
    holds: isPropertyType,
    passesOver: isUnset,
  },
]

export const files: PassiveCheck = {
  title: 'a file has the documented shape',
  requirements: [
    'FILE-01',
    'FILE-02',
    'FILE-03',
    'FILE-04',
    'FILE-05',
    'FILE-06',
    'FILE-07',
    'FILE-08',
    'FILE-11',
    'FILE-12',
  ],
  judge: (exchange, report) => {
    const subject = subjectOf(exchange, 'file')
    if (!subject) return
    judgeFields(subject, rules, report)
    for (const field of ['uploadedAt', 'uploaded_at'])
      if (subject.records.some((file) => file[field] !== undefined))
        report.observed('FILE-04', 'spelling of the upload time', field)
    const usages = nestedIn(subject.records, 'used_in')
    judgeFields({ label: 'usage', records: usages }, usageRules, report)
    judgeFields({ label: 'usage of an item', records: targeting(usages, 'item') }, itemUsageRules, report)
    judgeFields({ label: 'usage of a property', records: targeting(usages, 'property') }, propertyUsageRules, report)
  },
}

function targeting(usages: readonly JsonObject[], type: string): readonly JsonObject[] {
  return usages.filter((usage) => isRecord(usage) && usage['target_type'] === type)
}
