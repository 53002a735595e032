import type { Deployment } from '../deployment.ts'
import type { FaultId } from '../../faults/catalogue.ts'
import { idFromPath, reach } from '../http/access.ts'
import type { Caller } from '../http/caller.ts'
import { type ItemRow, selectEveryItem } from './item.ts'

/** Which item, and who asks. */
export interface ItemQuestion {
  readonly id: string
  readonly caller: Caller
}

/** The draft item with this id where the caller reaches it; 404 or 403 otherwise. */
export function findItem(deployment: Deployment, { id, caller }: ItemQuestion): ItemRow {
  return reach(deployment, { kind: 'item', row: itemRow(deployment, id), caller })
}

/** An item that one of the faults has hidden only. */
export function deletedItem({ store, faults }: Deployment, id: string, fault: FaultId): ItemRow | undefined {
  if (!faults.has(fault)) return undefined
  const row = store.get<ItemRow>(`${selectEveryItem} WHERE items.gone = 1 AND items.id = ?`, id.toLowerCase())
  return row !== undefined && faults.active(fault) ? row : undefined
}

/** The row with this id, whoever's it is. */
export function itemRow(deployment: Deployment, id: string): ItemRow | undefined {
  const { store, faults } = deployment
  const row = store.get<ItemRow>(`${selectEveryItem} WHERE items.id = ?`, idFromPath(deployment, id))
  return row?.gone === 1 && !faults.active('deleted-item-still-by-id') ? undefined : row
}
