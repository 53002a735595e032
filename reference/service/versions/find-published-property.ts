import type { Deployment } from '../deployment.ts'
import { idFromPath, reach } from '../http/access.ts'
import type { PropertyQuestion } from '../properties/find-property.ts'
import { type PropertyRow, selectProperties } from '../properties/property.ts'
import { rule } from '../rule.ts'
import { findVersion, type RequestedVersion } from './find-version.ts'
import { selectVersionProperties } from './version-property.ts'

/** Which property as of which version, and who asks. */
export interface PublishedQuestion extends PropertyQuestion {
  readonly version: RequestedVersion
}

/** A property as of a version; it is named by its draft id or by its id in that version. */
export const findPublishedProperty = rule((deployment: Deployment, question: PublishedQuestion): PropertyRow => {
  const { caller } = question
  const id = idFromPath(deployment, question.id)
  const known = reach(deployment, { kind: 'property', row: anyWithId(deployment, id), caller })
  const versionId = findVersion(deployment, known.product_id, question.version)
  const row = deployment.store.get<PropertyRow>(
    `${selectVersionProperties}
     WHERE version_properties.version_id = ? AND (version_properties.id = ? OR version_properties.draft_property_id = ?)`,
    versionId,
    id,
    id,
  )
  return reach(deployment, { kind: 'property', row, caller })
})

/** The draft one, the published one, or one that only versions remember. */
function anyWithId({ store }: Deployment, id: string): PropertyRow | undefined {
  return (
    store.get<PropertyRow>(`${selectProperties} WHERE properties.id = ?`, id) ??
    store.get<PropertyRow>(`${selectVersionProperties} WHERE version_properties.id = ?`, id) ??
    store.get<PropertyRow>(`${selectVersionProperties} WHERE version_properties.draft_property_id = ? LIMIT 1`, id)
  )
}
