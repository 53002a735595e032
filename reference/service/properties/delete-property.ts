import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'
import type { Store } from '../store/store.ts'
import { findProperty, type PropertyQuestion } from './find-property.ts'

/** Deletes a property softly: lists leave it out, its record stays. Deleting it again changes nothing. */
export const deleteProperty = rule((deployment: Deployment, question: PropertyQuestion): void => {
  softDeleteProperty(deployment.store, findProperty(deployment, question).id)
})

/** Marks the property as deleted; tells whether there is one. */
export function softDeleteProperty(store: Store, id: string): boolean {
  return store.run('UPDATE properties SET deleted = 1 WHERE id = ?', id) > 0
}
