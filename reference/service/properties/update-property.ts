import type { Deployment } from '../deployment.ts'
import { requireComputable } from '../formulas/require-computable.ts'
import { validationError } from '../http/service-error.ts'
import { laterThan } from '../store/later-than.ts'
import { completeTooEarly } from './complete-too-early.ts'
import { findLivingProperty, type PropertyQuestion, propertyRow } from './find-property.ts'
import { judgeContent } from './judge-content.ts'
import { judgeReferences } from './judge-references.ts'
import { type Property, type PropertyRow, showProperty } from './property.ts'
import type { PropertyFields, PropertyUpdate } from './property-body.ts'

/** Changes what the body gives and nothing else, within the rule of the type, which stays; a refusal changes nothing. */
export async function updateProperty(
  deployment: Deployment,
  question: PropertyQuestion,
  body: PropertyUpdate,
): Promise<Property> {
  return carryOut(deployment, question, await completeTooEarly(deployment, question, body))
}

function carryOut(deployment: Deployment, question: PropertyQuestion, body: PropertyUpdate): Property {
  moveAway(deployment, question, body)
  const foreign = emptied(deployment, question, body)
  if (foreign !== undefined) return showProperty(deployment, foreign)
  return deployment.store.transaction(() => {
    const before = findLivingProperty(deployment, question)
    refuseOptions(deployment, body)
    refuseOtherType(before, body)
    refuseUnreasoned(deployment, before, body)
    write(deployment, before, rounded(deployment, withoutEmptyValue(deployment, before, body)))
    const after = findLivingProperty(deployment, question)
    if (after.expression !== before.expression) requireComputable(deployment, after, ['body'])
    if (JSON.stringify(after) === JSON.stringify(before)) return showProperty(deployment, after)
    deployment.store.run(
      'UPDATE properties SET updated_by = ?, updated_at = ? WHERE id = ?',
      question.caller.userId,
      laterThan(before.updated_at),
      before.id,
    )
    if (
      question.caller.userId !== before.created_by &&
      deployment.faults.active('property-update-takes-over-the-creation')
    )
      deployment.store.run('UPDATE properties SET created_by = ? WHERE id = ?', question.caller.userId, before.id)
    return showProperty(deployment, findLivingProperty(deployment, question))
  })
}

/** A fault of updates that write down every field that they are given. */
function moveAway({ store, faults }: Deployment, { id }: PropertyQuestion, body: PropertyUpdate): void {
  const itemId: unknown = Reflect.get(body, 'item_id')
  if (typeof itemId !== 'string' || !faults.active('update-moves-a-property-anywhere')) return
  store.run('UPDATE properties SET item_id = ? WHERE id = ?', itemId.toLowerCase(), id.toLowerCase())
}

function emptied(deployment: Deployment, question: PropertyQuestion, body: PropertyUpdate): PropertyRow | undefined {
  const { faults } = deployment
  if (Object.keys(body).length > 0 || !faults.has('empty-update-returns-a-foreign-property')) return undefined
  const row = propertyRow(deployment, question.id)
  if (row === undefined || row.organization_id === question.caller.organizationId) return undefined
  return faults.active('empty-update-returns-a-foreign-property') ? row : undefined
}

function refuseOtherType(before: PropertyRow, { type }: PropertyUpdate): void {
  if (type === undefined || type === before.type) return
  throw validationError({ loc: ['body', 'type'], msg: 'cannot be changed', type: 'frozen' })
}

function withoutEmptyValue({ faults }: Deployment, before: PropertyRow, body: PropertyUpdate): PropertyUpdate {
  const { value, ...others } = body
  const rolled = rolledOver(value)
  if (rolled !== value && faults.active('updated-date-rolls-over')) return { ...others, value: rolled }
  const wrapped = Number.isInteger(value) ? Number(value) | 0 : value
  if (wrapped !== value && faults.active('updated-numbers-have-32-bits')) return { ...others, value: wrapped }
  const present: unknown = JSON.parse(before.value ?? 'null')
  const isSameNumber =
    typeof value === 'string' && value.trim() !== '' && value !== present && Number(value) === Number(present)
  if (before.type === 'text' && isSameNumber && faults.active('text-values-compared-as-numbers')) return others
  const isEmpty = value === '' || value === 0
  return isEmpty && faults.active('update-to-an-empty-value-is-passed-over') ? others : body
}

function rounded({ faults }: Deployment, body: PropertyUpdate): PropertyUpdate {
  const { value } = body
  if (typeof value !== 'number') return body
  const short = Math.round(value * 1e6) / 1e6
  return short !== value && faults.active('update-keeps-six-decimals') ? { ...body, value: short } : body
}

/** A day beyond the end of its month, as a date library takes it. */
function rolledOver(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const [year, month, day] = /^\d{4}-\d\d-\d\d$/u.test(value) ? value.split('-').map(Number) : []
  if (year === undefined || month === undefined || day === undefined || month > 12) return value
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}

function refuseUnreasoned({ faults }: Deployment, { type }: PropertyRow, { value, reason }: PropertyUpdate): void {
  const isUnreasoned = type === 'status' && value !== undefined && reason === undefined
  if (isUnreasoned && faults.active('status-changes-need-a-reason')) throw refused('reason')
}

function refuseOptions({ faults }: Deployment, { description, reason }: PropertyUpdate): void {
  if (reason !== undefined && faults.active('reason-refused')) throw refused('reason')
  if (description !== undefined && faults.active('description-of-property-refused')) throw refused('description')
}

function refused(name: string): Error {
  return validationError({ loc: ['body', name], msg: 'is not permitted', type: 'extra_forbidden' })
}

function write(deployment: Deployment, before: PropertyRow, body: PropertyUpdate): void {
  const stored = judgeContent(deployment.faults, {
    type: before.type,
    fields: {
      ...presentContent(before),
      ...usualUnit(deployment, before),
      ...firstStatus(deployment, before),
      ...body,
      ...usualCategory(deployment, body),
    },
    at: ['body'],
    updates: true,
  })
  const references =
    body.references === undefined
      ? keptReferences(deployment, before)
      : judgeReferences(deployment, {
          references: body.references,
          organizationId: before.organization_id,
          at: ['body'],
        })
  deployment.store.run(
    `UPDATE properties SET readable_id = ?, name = ?, value = ?, category = ?, display_unit = ?, expression = ?, description = ?, reason = ?,
       source_references = ? WHERE id = ?`,
    before.readable_id,
    body.name ?? before.name,
    stored.value,
    stored.category,
    stored.display_unit,
    stored.expression,
    body.name !== undefined && deployment.faults.active('renaming-a-property-drops-its-description')
      ? null
      : changedText(before.description, describedBy(deployment, body)),
    changedText(before.reason, body.reason),
    references,
    before.id,
  )
}

/** A fault of updates that fill in what they were not given. */
function usualUnit({ faults }: Deployment, { display_unit }: PropertyRow): PropertyFields {
  if (display_unit === null || !faults.active('update-resets-the-unit')) return {}
  return { category: 'Dimensionless', display_unit: '1' }
}

function usualCategory({ faults }: Deployment, { category, display_unit }: PropertyUpdate): PropertyFields {
  const isUnitAlone = display_unit !== undefined && category === undefined
  return isUnitAlone && faults.active('another-unit-resets-the-category') ? { category: 'Dimensionless' } : {}
}

function firstStatus({ faults }: Deployment, { type }: PropertyRow): PropertyFields {
  return type === 'status' && faults.active('update-resets-a-status') ? { value: 'Draft' } : {}
}

function keptReferences({ faults }: Deployment, { source_references }: PropertyRow): string {
  return source_references !== '[]' && faults.active('property-update-drops-references') ? '[]' : source_references
}

function presentContent(row: PropertyRow): PropertyFields {
  return {
    ...(row.value !== null && { value: JSON.parse(row.value) as unknown }),
    ...(row.category !== null && { category: row.category }),
    ...(row.display_unit !== null && { display_unit: row.display_unit }),
    ...(row.expression !== null && { expression: row.expression }),
  }
}

function describedBy({ faults }: Deployment, { description, reason }: PropertyUpdate): string | undefined {
  const isBare = reason !== undefined && description === undefined
  if (isBare && faults.active('reason-clears-the-description')) return ''
  return reason !== undefined && faults.active('reason-becomes-the-description') ? reason : description
}

/** An emptied text is unset. */
function changedText(before: string | null, given: string | undefined): string | null {
  if (given === undefined) return before
  return given === '' ? null : given
}
