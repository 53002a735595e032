import type { Deployment } from '../deployment.ts'
import { idFromPath, reach } from '../http/access.ts'
import type { Caller } from '../http/caller.ts'
import { ServiceError } from '../http/service-error.ts'
import { rule } from '../rule.ts'
import { selectVersionProperties } from '../versions/version-property.ts'
import { type PropertyRow, selectProperties } from './property.ts'

/** Which property, and who asks. */
export interface PropertyQuestion {
  readonly id: string
  readonly caller: Caller
}

/** The draft property with this id if the caller reaches it, soft-deleted or not; 404 or 403 otherwise. */
export const findProperty = rule((deployment: Deployment, { id, caller }: PropertyQuestion): PropertyRow => {
  const row = propertyRow(deployment, id)
  if (row === undefined) refuseForeignVersion(deployment, { id, caller })
  return reach(deployment, { kind: 'property', row, caller })
})

/** The same for a change: what is soft-deleted stays as it is. */
export function findLivingProperty(deployment: Deployment, question: PropertyQuestion): PropertyRow {
  const row = findProperty(deployment, question)
  if (row.deleted === 0) return row
  throw new ServiceError({ status: 409, code: 'property_deleted', message: 'the property is deleted' })
}

/** Another organization's id is forbidden even if it is one of a published version; an own one is unknown to the draft. */
function refuseForeignVersion(deployment: Deployment, { id, caller }: PropertyQuestion): void {
  const published = deployment.store.get<PropertyRow>(
    `${selectVersionProperties} WHERE version_properties.id = ?`,
    id.toLowerCase(),
  )
  if (published !== undefined) reach(deployment, { kind: 'property', row: published, caller })
}

/** The row with this id, whoever's it is. */
export function propertyRow(deployment: Deployment, id: string): PropertyRow | undefined {
  const sql = `${selectProperties} WHERE properties.id = ?`
  return deployment.store.get<PropertyRow>(sql, idFromPath(deployment, id))
}
