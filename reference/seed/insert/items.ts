import { randomUUID } from 'node:crypto'
import type { Store } from '../../service/store/store.ts'

export interface ItemSeed {
  readonly productId: string
  readonly userId: string
  readonly readable_id: string
  readonly name: string
  readonly description?: string
}

/** Makes an item and gives its id. */
export function seedItem(store: Store, item: ItemSeed): string {
  const id = randomUUID()
  const now = new Date().toISOString()
  store.run(
    `INSERT INTO items (id, product_id, readable_id, name, description, created_by, updated_by, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    item.productId,
    item.readable_id,
    item.name,
    item.description ?? null,
    item.userId,
    item.userId,
    now,
    now,
  )
  return id
}
