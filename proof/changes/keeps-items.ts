import type { Deployment } from '../../reference/service/deployment.ts'
import { idFromPath } from '../../reference/service/http/access.ts'
import { itemRow } from '../../reference/service/items/find-item.ts'
import { showItem } from '../../reference/service/items/item.ts'
import { removeProduct } from '../../reference/service/products/delete-product.ts'
import type { ProductRow } from '../../reference/service/products/product.ts'
import { answersOf } from './answers.ts'
import type { AnswerChange, Change } from './change.ts'
import { recall, remember } from './memory.ts'
import { replace } from './replace.ts'

interface Id {
  readonly id: string
}

/** Still shows items of a deleted product: those that are selected before the deletion. */
export function keepsItems(which: (deployment: Deployment, product: ProductRow) => readonly Id[]): readonly Change[] {
  return [
    replace(removeProduct, (sound) => (deployment, product) => {
      for (const { id } of which(deployment, product)) {
        const row = itemRow(deployment, id)
        if (row !== undefined) remember(deployment, `kept ${id}`, showItem(deployment, row))
      }
      sound(deployment, product)
    }),
    showsKept('GET /items/:item_id'),
  ]
}

/** What was kept is shown if nothing is left. */
export function showsKept(route: string): AnswerChange {
  return answersOf({ routes: [route], statuses: [404] }, (answer, deployment) => {
    const id = idFromPath(deployment, Object.values(Object(answer.request.params)).join(''))
    const kept = recall(deployment, `kept ${id}`)
    return kept === undefined ? answer : { ...answer, status: 200, json: kept.value }
  })
}
