import type { Deployment } from '../deployment.ts'
import { reach } from '../http/access.ts'
import type { PropertyQuestion } from '../properties/find-property.ts'
import { type PropertyRow, selectProperties } from '../properties/property.ts'
import { findVersion, type VersionWish } from './find-version.ts'
import { selectVersionProperties } from './version-property.ts'

/** Which property as of which version, and who asks. */
export interface PublishedQuestion extends PropertyQuestion {
  readonly version: VersionWish
}

/** A property as of a version; it is named by its draft id or by its id in that version. */
export function findPublishedProperty(deployment: Deployment, question: PublishedQuestion): PropertyRow {
  const { version } = question
  const id = question.id.toLowerCase()
  const organizationId = anyWithId(deployment, id)?.organization_id
  const isForeign = organizationId !== undefined && organizationId !== question.caller.organizationId
  const isLetIn = isForeign && deployment.faults.active('published-foreign-property-is-shown')
  const caller = isLetIn ? { ...question.caller, organizationId } : question.caller
  const known = reach(deployment, { kind: 'property', row: anyWithId(deployment, id), caller })
  const versionId = findVersion(deployment, known.product_id, version)
  const row = deployment.store.get<PropertyRow>(
    `${selectVersionProperties}
     WHERE version_properties.version_id = ? AND (version_properties.id = ? OR version_properties.draft_property_id = ?)`,
    versionId,
    id,
    known.draft_property_id !== null && deployment.faults.has('later-versions-keep-the-ids-of-the-first')
      ? known.draft_property_id
      : id,
  )
  return reach(deployment, { kind: 'property', row, caller })
}

/** The draft one, the published one, or one that only versions remember. */
function anyWithId({ store }: Deployment, id: string): PropertyRow | undefined {
  return (
    store.get<PropertyRow>(`${selectProperties} WHERE properties.id = ?`, id) ??
    store.get<PropertyRow>(`${selectVersionProperties} WHERE version_properties.id = ?`, id) ??
    store.get<PropertyRow>(`${selectVersionProperties} WHERE version_properties.draft_property_id = ? LIMIT 1`, id)
  )
}
