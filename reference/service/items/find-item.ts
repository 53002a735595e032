import type { Deployment } from '../deployment.ts'
import { idFromPath, reach } from '../http/access.ts'
import type { Caller } from '../http/caller.ts'
import { rule } from '../rule.ts'
import { type ItemRow, selectItems } from './item.ts'

/** Which item, and who asks. */
export interface ItemQuestion {
  readonly id: string
  readonly caller: Caller
}

/** The draft item with this id if the caller reaches it; 404 or 403 otherwise. */
export function findItem(deployment: Deployment, { id, caller }: ItemQuestion): ItemRow {
  return reach(deployment, { kind: 'item', row: itemRow(deployment, id), caller })
}

/** The row with this id, whoever's it is. */
export const itemRow = rule((deployment: Deployment, id: string): ItemRow | undefined =>
  deployment.store.get<ItemRow>(`${selectItems} WHERE items.id = ?`, idFromPath(deployment, id)),
)
