import type { Deployment } from '../deployment.ts'
import { retirePartNumber } from '../part-numbers/retire-part-number.ts'
import { findItem, type ItemQuestion } from './find-item.ts'

/** Deletes an item for good with its properties and file links; its part number is retired. Published versions keep it. */
export function deleteItem(deployment: Deployment, question: ItemQuestion): void {
  deployment.store.transaction(() => {
    const item = findItem(deployment, question)
    retirePartNumber(deployment, { kind: 'item', id: item.id })
    // Properties and links go with it by their foreign keys.
    deployment.store.run('DELETE FROM items WHERE id = ?', item.id)
  })
}
