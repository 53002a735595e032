import type { Deployment } from '../deployment.ts'
import { retirePartNumber } from '../part-numbers/retire-part-number.ts'
import { rule } from '../rule.ts'
import { findItem, type ItemQuestion } from './find-item.ts'
import type { ItemRow } from './item.ts'

/** Deletes an item for good with its properties and file links; its part number is retired. Published versions keep it. */
export const deleteItem = rule((deployment: Deployment, question: ItemQuestion): void => {
  deployment.store.transaction(() => {
    const item = findItem(deployment, question)
    retirePartNumber(deployment, { kind: 'item', id: item.id })
    removeItem(deployment, item)
  })
})

/** Takes an item out of the store; properties and links go with it by their foreign keys. */
export const removeItem = rule(({ store }: Deployment, { id }: ItemRow): void => {
  store.run('DELETE FROM items WHERE id = ?', id)
})
