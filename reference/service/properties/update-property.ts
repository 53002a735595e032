import { isDeepStrictEqual } from 'node:util'
import type { Deployment } from '../deployment.ts'
import { requireComputable } from '../formulas/require-computable.ts'
import type { Caller } from '../http/caller.ts'
import { validationError } from '../http/service-error.ts'
import { rule } from '../rule.ts'
import { laterThan } from '../store/later-than.ts'
import { findLivingProperty, type PropertyQuestion } from './find-property.ts'
import { judgeContent } from './judge-content.ts'
import { judgeReferences } from './judge-references.ts'
import { type Property, type PropertyRow, showProperty } from './property.ts'
import type { PropertyFields, PropertyUpdate } from './property-body.ts'

/** Changes what the body gives and nothing else, within the rule of the type, which stays; a rejection changes nothing. */
export const updateProperty = rule(
  (deployment: Deployment, question: PropertyQuestion, body: PropertyUpdate): Property =>
    deployment.store.transaction(() => {
      const before = findLivingProperty(deployment, question)
      refuseOtherType(before, body)
      changeProperty(deployment, before, body)
      const after = findLivingProperty(deployment, question)
      if (after.expression !== before.expression) requireComputable(deployment, after, ['body'])
      if (isDeepStrictEqual(after, before)) return showProperty(deployment, after)
      noteUpdate(deployment, before, question.caller)
      return showProperty(deployment, findLivingProperty(deployment, question))
    }),
)

function refuseOtherType(before: PropertyRow, { type }: PropertyUpdate): void {
  if (type === undefined || type === before.type) return
  throw validationError({ loc: ['body', 'type'], msg: 'cannot be changed', type: 'frozen' })
}

/** Stores what an update gives beside what it leaves; an emptied text is unset. */
export const changeProperty = rule((deployment: Deployment, before: PropertyRow, body: PropertyUpdate): void => {
  const fields = { ...presentContent(before), ...body }
  const stored = judgeContent(deployment, { type: before.type, fields, at: ['body'] })
  deployment.store.run(
    `UPDATE properties SET name = ?, value = ?, category = ?, display_unit = ?, expression = ?, description = ?, reason = ?,
       source_references = ? WHERE id = ?`,
    body.name ?? before.name,
    stored.value,
    stored.category,
    stored.display_unit,
    stored.expression,
    changedText(before.description, body.description),
    changedText(before.reason, body.reason),
    changedReferences(deployment, before, body),
    before.id,
  )
})

/** Keeps who made the last change, and when. */
export const noteUpdate = rule((deployment: Deployment, before: PropertyRow, { userId }: Caller): void => {
  deployment.store.run(
    'UPDATE properties SET updated_by = ?, updated_at = ? WHERE id = ?',
    userId,
    laterThan(before.updated_at),
    before.id,
  )
})

function presentContent(row: PropertyRow): PropertyFields {
  return {
    ...(row.value !== null && { value: JSON.parse(row.value) as unknown }),
    ...(row.category !== null && { category: row.category }),
    ...(row.display_unit !== null && { display_unit: row.display_unit }),
    ...(row.expression !== null && { expression: row.expression }),
  }
}

function changedText(before: string | null, given: string | undefined): string | null {
  if (given === undefined) return before
  return given === '' ? null : given
}

function changedReferences(deployment: Deployment, before: PropertyRow, { references }: PropertyUpdate): string {
  if (references === undefined) return before.source_references
  return judgeReferences(deployment, { references, organizationId: before.organization_id, at: ['body'] })
}
