import type { Deployment } from '../deployment.ts'
import type { Store } from '../store/store.ts'
import { unknownResource } from '../http/access.ts'
import { broken } from '../http/service-error.ts'
import { findProperty, type PropertyQuestion, propertyRow } from './find-property.ts'

/** Deletes a property softly: lists leave it out, its record stays. Deleting it again changes nothing. */
export function deleteProperty(deployment: Deployment, question: PropertyQuestion): void {
  const { store, faults, variants } = deployment
  store.transaction(() => {
    refuseForeignAsUnknown(deployment, question)
    const property = findProperty(deployment, question)
    if (property.deleted === 1 && faults.active('second-property-deletion-breaks-the-service')) throw broken()
    if (variants.chosen('deleted-property-is-gone')) store.run('DELETE FROM properties WHERE id = ?', property.id)
    if (!faults.active('property-deletion-does-nothing')) softDeleteProperty(store, property.id)
  })
}

/** Marks the property as deleted; tells whether there is one. */
export function softDeleteProperty(store: Store, id: string): boolean {
  return store.run('UPDATE properties SET deleted = 1 WHERE id = ?', id) > 0
}

function refuseForeignAsUnknown(deployment: Deployment, { id, caller }: PropertyQuestion): void {
  const row = propertyRow(deployment, id)
  if (row === undefined || row.organization_id === caller.organizationId) return
  if (deployment.faults.active('foreign-property-deletion-passes-for-unknown')) {
    throw unknownResource(deployment, 'property')
  }
}
