import { isRecord } from '../../contract/is-record.ts'
import { readableIdPattern } from '../../contract/patterns.ts'
import type { PassiveCheck } from '../passive-check.ts'
import { judgeFields, nestedIn } from './field-rule.ts'
import type { FieldRule } from './field-rule.ts'
import { isTimestamp } from './iso-time.ts'
import { subjectOf } from './reading.ts'
import {
  isAbsent,
  isArrayOfStrings,
  isBoolean,
  isFilledString,
  isInteger,
  isObjectOrNull,
  isString,
  isUnset,
} from './shapes.ts'
import { isUuid } from './uuid.ts'

const hexColour = /^#?(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i

function isReadableId(value: unknown): boolean {
  return typeof value === 'string' && readableIdPattern.test(value)
}

function isHexColour(value: unknown): boolean {
  return typeof value === 'string' && hexColour.test(value)
}

function isNoString(value: unknown): boolean {
  return typeof value !== 'string'
}

// Null is lawful only where the contract's table says so. `baseline_version_number`, `archived` and `excludedStatusIds` are typed without it,
// and what is unset is left out, so null there is a wrong type; null for the two texts is the breach of leaving out itself (unset-fields.ts).
const rules: readonly FieldRule[] = [
  { requirement: 'PROD-01', field: 'id', expected: 'a UUID', holds: isUuid },
  {
    requirement: 'PROD-02',
    field: 'readable_id',
    expected: 'a text of lower-case letters, digits and underscores',
    holds: isReadableId,
  },
  { requirement: 'PROD-03', field: 'workspace_id', expected: 'a UUID', holds: isUuid },
  { requirement: 'PROD-04', field: 'name', expected: 'a string of at least one character', holds: isFilledString },
  { requirement: 'PROD-06', field: 'description', expected: 'a string', holds: isString, passesOver: isUnset },
  { requirement: 'PROD-07', field: 'part_number', expected: 'a string', holds: isString, passesOver: isUnset },
  // Product, rule 2: response descriptions spell it so.
  { requirement: 'PROD-07', field: 'partNumber', expected: 'a string', holds: isString, passesOver: isUnset },
  {
    requirement: 'PROD-08',
    field: 'baseline_version_number',
    expected: 'an integer',
    holds: isInteger,
    passesOver: isAbsent,
  },
  { requirement: 'PROD-09', field: 'archived', expected: 'a boolean', holds: isBoolean, passesOver: isAbsent },
  {
    requirement: 'PROD-10',
    field: 'status',
    expected: 'an object or null',
    holds: isObjectOrNull,
    passesOver: isAbsent,
  },
  {
    requirement: 'PROD-12',
    field: 'excludedStatusIds',
    expected: 'an array of strings',
    holds: isArrayOfStrings,
    passesOver: isAbsent,
  },
  { requirement: 'PROD-13', field: 'owner', expected: 'a public user or null', holds: isObjectOrNull },
  { requirement: 'PROD-14', field: 'createdBy', expected: 'a public user', holds: isRecord },
  { requirement: 'PROD-14', field: 'updatedBy', expected: 'a public user', holds: isRecord },
  { requirement: 'PROD-16', field: 'createdAt', expected: 'a time in ISO 8601', holds: isTimestamp },
  { requirement: 'PROD-16', field: 'updatedAt', expected: 'a time in ISO 8601', holds: isTimestamp },
]

const statusRules: readonly FieldRule[] = [
  ...['id', 'name', 'color', 'groupKey'].map((field): FieldRule => ({
    requirement: 'PROD-10',
    field,
    expected: 'a string',
    holds: isString,
  })),
  { requirement: 'PROD-11', field: 'color', expected: 'a hex colour', holds: isHexColour, passesOver: isNoString },
]

export const products: PassiveCheck = {
  title: 'a product has the documented shape',
  requirements: [
    'PROD-01',
    'PROD-02',
    'PROD-03',
    'PROD-04',
    'PROD-06',
    'PROD-07',
    'PROD-08',
    'PROD-09',
    'PROD-10',
    'PROD-11',
    'PROD-12',
    'PROD-13',
    'PROD-14',
    'PROD-16',
  ],
  judge: (exchange, report) => {
    const subject = subjectOf(exchange, 'product')
    if (!subject) return
    judgeFields(subject, rules, report)
    judgeFields({ label: 'product.status', records: nestedIn(subject.records, 'status') }, statusRules, report)
  },
}
