import type { Deployment } from '../deployment.ts'
import { reach } from '../http/access.ts'
import type { Caller } from '../http/caller.ts'
import { type ItemRow, selectItems } from './item.ts'

/** Which item, and who asks. */
export interface ItemQuestion {
  readonly id: string
  readonly caller: Caller
}

/** The draft item with this id where the caller reaches it; 404 or 403 otherwise. */
export function findItem(deployment: Deployment, { id, caller }: ItemQuestion): ItemRow {
  const row = deployment.store.get<ItemRow>(`${selectItems} AND items.id = ?`, id.toLowerCase())
  return reach(deployment, { kind: 'item', row, caller })
}
