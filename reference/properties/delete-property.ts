import type { Deployment } from '../deployment.ts'
import type { Store } from '../store/store.ts'
import { findProperty, type PropertyQuestion } from './find-property.ts'

/** Deletes a property softly: lists leave it out, its record stays. Deleting it again changes nothing. */
export function deleteProperty(deployment: Deployment, question: PropertyQuestion): void {
  deployment.store.transaction(() => {
    const property = findProperty(deployment, question)
    softDeleteProperty(deployment.store, property.id)
  })
}

/** Marks the property as deleted; tells whether there is one. */
export function softDeleteProperty(store: Store, id: string): boolean {
  return store.run('UPDATE properties SET deleted = 1 WHERE id = ?', id) > 0
}
