import type { PassiveCheck } from '../passive-check.ts'
import { judgeFields } from './field-rule.ts'
import type { FieldRule, JsonObject } from './field-rule.ts'
import { subjectOf } from './reading.ts'
import { isString } from './shapes.ts'

function isNotSet(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

// An empty text is given the benefit of the doubt on both sides: the unit of a dimensionless number, or nothing on a formula.
const numericRules = ['category', 'display_unit'].map((field): FieldRule => ({
  requirement: 'PROP-12',
  field,
  expected: 'a string, always set on a numeric',
  holds: isString,
}))
const formulaRules = ['category', 'display_unit'].map((field): FieldRule => ({
  requirement: 'PROP-13',
  field,
  expected: 'left unset on a formula',
  holds: isNotSet,
}))

function isNumeric(property: JsonObject): boolean {
  return property['type'] === 'numeric' || property['type'] === 'matrix'
}

export const propertyUnits: PassiveCheck = {
  title: 'category and unit are set on numerics and never on formulas',
  requirements: ['PROP-12', 'PROP-13'],
  judge: (exchange, report) => {
    const subject = subjectOf(exchange, 'property')
    if (!subject) return
    const { records, partial } = subject
    judgeFields({ label: 'numeric property', records: records.filter(isNumeric), partial }, numericRules, report)
    const formulas = records.filter((property) => property['type'] === 'formula')
    judgeFields({ label: 'formula property', records: formulas }, formulaRules, report)
    if (records.some((property) => isNumeric(property) && property['display_unit'] === ''))
      report.observed('PROP-12', 'display_unit without text', 'shown as an empty string')
  },
}
