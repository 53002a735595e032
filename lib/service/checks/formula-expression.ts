import { isRecord } from '../../contract/is-record.ts'
import { uuidPattern } from '../interface/patterns.ts'
import type { PassiveCheck } from '../../checks/passive-check.ts'
import { wrongValue, type JsonObject } from '../../checks/passive/judge-shape.ts'
import { subjectOf } from '../../checks/passive/reading.ts'

/** Fields that a formula shares with every property, or that contain free text: none of them is the expression. */
const otherFields: ReadonlySet<string> = new Set([
  'id',
  'readable_id',
  'name',
  'type',
  'value',
  'category',
  'display_unit',
  'item_id',
  'createdAt',
  'updatedAt',
  'description',
  'reason',
  'draft_item_id',
  'draft_property_id',
])
const reference = /@\{([^}]*)\}/g
/** An id in braces that nothing marks as a reference. */
const unmarked = /(?<!@)\{\s*[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\s*\}/i

interface Candidate {
  readonly field: string
  readonly text: string
}

interface ExpressionSighting {
  readonly verdict: 'found' | 'possible' | 'missing' | 'bad references'
  readonly field?: string
  readonly text?: string
}

/**
 * The place of a formula's expression: the contract does not define the field's name, so any text field may contain it. A display
 * form of the expression beside the real one is lawful, and so is an expression without references.
 */
function expressionOf(formula: JsonObject): ExpressionSighting {
  const candidates = textsOf(formula)
  const referring = candidates.filter(({ text }) => text.includes('@{'))
  const found = referring.find(({ text }) =>
    [...text.matchAll(reference)].every(([, id]) => uuidPattern.test(id?.trim() ?? '')),
  )
  if (found) return { verdict: 'found', ...found }
  const bad = referring[0] ?? candidates.find(({ text }) => unmarked.test(text))
  if (bad) return { verdict: 'bad references', ...bad }
  return { verdict: candidates.length > 0 ? 'possible' : 'missing' }
}

function textsOf(record: JsonObject): readonly Candidate[] {
  return Object.entries(record).flatMap(([field, value]): readonly Candidate[] => {
    if (otherFields.has(field)) return []
    if (typeof value === 'string') return [{ field, text: value }]
    if (!isRecord(value) || field.endsWith('By')) return []
    return Object.entries(value).flatMap(([inner, text]) =>
      typeof text === 'string' ? [{ field: `${field}.${inner}`, text }] : [],
    )
  })
}

export const formulaExpression: PassiveCheck = {
  title: 'a formula shows its expression',
  requirements: ['PROP-15'],
  judge: (exchange, report) => {
    const subject = subjectOf(exchange, 'property')
    if (!subject) return
    for (const formula of subject.records) {
      if (formula['type'] !== 'formula') continue
      const { verdict, field, text } = expressionOf(formula)
      if (verdict === 'possible' || (verdict === 'missing' && subject.partial)) continue
      report.evaluated('PROP-15')
      if (verdict === 'found') report.observed('PROP-15', 'field of the expression', field ?? '')
      if (verdict === 'missing')
        report.violated('PROP-15', {
          claim: 'a formula has a field that holds its expression',
          fingerprint: 'a formula has no field that could hold its expression',
          expected: 'a text field with the expression',
          hint: 'incomplete serializer: it seems to show the result and leave out the expression',
          ...wrongValue(formula, { of: 'formula', field: 'formula', value: Object.keys(formula) }),
          criterion: { kind: 'expression', in: formula, besides: Object.keys(formula) },
        })
      if (verdict === 'bad references')
        report.violated('PROP-15', {
          claim: 'a formula refers to other properties as `@{property_id}`',
          fingerprint: 'a formula does not refer to others by `@{property_id}`',
          expected: 'the UUID of a property within each `@{…}`',
          hint: 'internal references: the expression seems to be returned as stored, with names or database keys',
          ...wrongValue(formula, { of: 'formula', field: field ?? 'formula', value: text }),
          criterion: { kind: 'expression', in: formula, besides: Object.keys(formula) },
        })
    }
  },
}
