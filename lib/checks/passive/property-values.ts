import { statusValues } from '../../contract/patterns.ts'
import type { RequirementId } from '../../contract/requirement.ts'
import type { PassiveCheck, PassiveReport } from '../passive-check.ts'
import { judgeFields } from './field-rule.ts'
import type { FieldRule, JsonObject } from './field-rule.ts'
import { isDateOnly } from './iso-time.ts'
import { isMatrixText } from './matrix-text.ts'
import { subjectOf } from './reading.ts'
import { isString, isUnset } from './shapes.ts'

const statuses: ReadonlySet<unknown> = new Set(statusValues)

/** A numeric holds a matrix where its value is an array or a text that opens a bracket; else it is a plain number, rightly or wrongly written. */
function looksLikeMatrix(value: unknown): boolean {
  return Array.isArray(value) || (typeof value === 'string' && value.trimStart().startsWith('['))
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number'
}

function isStatus(value: unknown): boolean {
  return statuses.has(value)
}

// The contract does not say that a value may be unset, and does not say that it may not: a property that nobody has filled in yet is passed over.
function valueRule(requirement: RequirementId, expected: string, holds: (value: unknown) => boolean): FieldRule {
  return { requirement, field: 'value', expected, holds, passesOver: isUnset }
}

const number = valueRule('PROP-10', 'a number', isNumber)
const matrix = valueRule('PROP-11', 'a text of rows of numbers in nested brackets', isMatrixText)
const text = valueRule('PROP-16', 'a string', isString)
const date = valueRule('PROP-17', 'a date of the form YYYY-MM-DD, a real day', isDateOnly)
const status = valueRule('PROP-18', '`Draft`, `Under Review` or `Done`', isStatus)

/** The kind of value that a property holds: its type, but a matrix under type `numeric` is a matrix. Unknown types have no value rule. */
function kindOf(property: JsonObject): string | undefined {
  const type = property['type']
  if (typeof type !== 'string') return undefined
  return type === 'numeric' && looksLikeMatrix(property['value']) ? 'matrix' : type
}

const ruleOfKind: ReadonlyMap<string, FieldRule> = new Map([
  ['numeric', number],
  ['matrix', matrix],
  ['text', text],
  ['date', date],
  ['status', status],
])

export const propertyValues: PassiveCheck = {
  title: 'the value of a property is what its type says',
  requirements: ['PROP-10', 'PROP-11', 'PROP-16', 'PROP-17', 'PROP-18', 'PROP-37'],
  judge: (exchange, report) => {
    const subject = subjectOf(exchange, 'property')
    if (!subject) return
    for (const [kind, records] of Map.groupBy(subject.records, kindOf)) {
      const rule = kind === undefined ? undefined : ruleOfKind.get(kind)
      if (kind === undefined || !rule) continue
      judgeFields({ label: `property (${kind})`, records }, [rule], report)
      observe(records, kind, report)
    }
  },
}

function observe(records: readonly JsonObject[], kind: string, report: PassiveReport): void {
  if (records.some((property) => isUnset(property['value'])))
    report.observed('PROP-37', `value of a ${kind} property`, 'may be unset')
  if (kind !== 'matrix') return
  for (const type of new Set(records.map((property) => property['type'])))
    report.observed('PROP-11', 'type of a matrix', String(type))
}
