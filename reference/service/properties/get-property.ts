import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { unknownResource } from '../http/access.ts'
import { recall } from '../../faults/fault-memory.ts'
import { callerOf } from '../http/caller.ts'
import { Query } from '../http/query.ts'
import { validationError } from '../http/service-error.ts'
import { findPublishedProperty, type PublishedQuestion } from '../versions/find-published-property.ts'
import { findProperty, type PropertyQuestion, propertyRow } from './find-property.ts'
import { type PropertyRow, showProperty } from './property.ts'
import { propertyTypes } from './property-type.ts'
import { readProperty } from './read-property.ts'

/** A property of the draft, or as of a version. The hint must be a type; the look-up here needs none. */
export function getProperty(deployment: Deployment, request: FastifyRequest, id: string): object {
  const query = new Query(request)
  const version = query.version('version')
  const hint = readHint(deployment, query)
  const question = { id, caller: callerOf(request) }
  const outlived = recallPublished(deployment, id)
  if (outlived !== undefined) return outlived
  const deleted = showForeignDeleted(deployment, question)
  if (deleted !== undefined) return deleted
  const foreign = hint === undefined ? undefined : showForeign(deployment, question)
  if (foreign !== undefined) return foreign
  if (version !== undefined && hint !== undefined && deployment.faults.active('hint-of-a-version-finds-nothing'))
    throw unknownResource(deployment, 'property')
  const row =
    version === undefined || isTakenForTheDraft(deployment, id)
      ? findWithHint(deployment, question, hint)
      : inVersionOrDraft(deployment, { ...question, version })
  if (version === undefined && row.type === 'formula' && deployment.faults.active('reading-a-formula-moves-its-time')) {
    const now = new Date().toISOString()
    deployment.store.run('UPDATE properties SET updated_at = ? WHERE id = ?', now, row.id)
  }
  return readProperty(deployment, row, { byId: true })
}

function inVersionOrDraft(deployment: Deployment, question: PublishedQuestion): PropertyRow {
  const draft = propertyRow(deployment, question.id.toLowerCase())
  const isNewer = draft !== undefined && !isInSomeVersion(deployment, draft.id)
  const isOwn = draft?.organization_id === question.caller.organizationId
  if (isNewer && isOwn && deployment.faults.active('newer-property-is-given-as-of-any-version')) return draft
  return findPublishedProperty(deployment, question)
}

function isInSomeVersion({ store }: Deployment, id: string): boolean {
  return store.get('SELECT 1 FROM version_properties WHERE draft_property_id = ?', id) !== undefined
}

/** A fault of look-ups by the draft's id: they never come to ask for the version. */
function isTakenForTheDraft(deployment: Deployment, id: string): boolean {
  const { faults } = deployment
  if (!faults.has('version-passed-over-by-draft-id') || propertyRow(deployment, id) === undefined) return false
  return faults.active('version-passed-over-by-draft-id')
}

/** The hint as it was sent; 422 where it is no type. */
function readHint({ faults }: Deployment, query: Query): string | undefined {
  const hint = query.text('type')
  const isKnown = propertyTypes.some((type) => type === hint?.toLowerCase())
  if (hint !== undefined && !isKnown && faults.active('unknown-hint-ignored')) return undefined
  query.choice('type', propertyTypes)
  return hint
}

function showForeign(deployment: Deployment, { id, caller }: PropertyQuestion): object | undefined {
  if (!deployment.faults.has('foreign-property-shown-with-a-hint')) return undefined
  const row = propertyRow(deployment, id)
  if (row === undefined || row.organization_id === caller.organizationId) return undefined
  deployment.faults.active('foreign-property-shown-with-a-hint')
  return showProperty(deployment, row)
}

function showForeignDeleted(deployment: Deployment, { id, caller }: PropertyQuestion): object | undefined {
  if (!deployment.faults.has('deleted-foreign-property-is-shown')) return undefined
  const row = propertyRow(deployment, id)
  if (row === undefined || row.deleted === 0 || row.organization_id === caller.organizationId) return undefined
  return deployment.faults.active('deleted-foreign-property-is-shown') ? showProperty(deployment, row) : undefined
}

/** What a fault has kept of a version whose product is deleted. */
function recallPublished({ store, faults }: Deployment, id: string): object | undefined {
  if (!faults.has('published-properties-outlive-their-product')) return undefined
  const kept = recall(store, `outlives ${id.toLowerCase()}`)
  if (kept === undefined || !faults.active('published-properties-outlive-their-product')) return undefined
  const shown: unknown = JSON.parse(kept.value)
  return typeof shown === 'object' && shown !== null ? shown : undefined
}

function findWithHint(deployment: Deployment, question: PropertyQuestion, hint: string | undefined): PropertyRow {
  const { faults } = deployment
  const mayMisjudge = hint !== undefined && faults.has('unknown-property-with-a-hint-is-422')
  const isUnknown = mayMisjudge && propertyRow(deployment, question.id) === undefined
  if (isUnknown && faults.active('unknown-property-with-a-hint-is-422')) {
    throw validationError({ loc: ['path', 'property_id'], msg: 'is no property of this type', type: 'value_error' })
  }
  const row = findProperty(deployment, question)
  const isMissed =
    (hint === undefined && row.type === 'status' && faults.active('status-not-found-without-hint')) ||
    (hint !== undefined && /[A-Z]/u.test(hint) && faults.active('hint-in-capitals-finds-nothing')) ||
    (isWrong(row, hint) && deployment.variants.chosen('wrong-hint-finds-nothing')) ||
    (row.deleted === 1 && deployment.variants.chosen('soft-deleted-property-is-not-shown-by-id')) ||
    (hint !== undefined && row.type === 'formula' && faults.active('formula-not-found-with-hint'))
  if (isMissed) throw unknownResource(deployment, 'property')
  return row
}

function isWrong({ type }: PropertyRow, hint: string | undefined): boolean {
  return hint !== undefined && hint.toLowerCase() !== type
}
