import { randomUUID } from 'node:crypto'
import type { Store } from '../store/store.ts'

/** A document that the service makes of an item, and in whose name. */
export interface GeneratedDocument {
  readonly itemId: string
  readonly userId: string | null
  readonly name?: string
}

/** Adds a file without bytes that is made when it is downloaded; gives its id, or undefined if there is no such item. */
export function createGeneratedDocument(store: Store, { itemId, userId, name }: GeneratedDocument): string | undefined {
  return store.transaction(() => {
    const item = store.get<{ name: string; product_id: string; workspace_id: string }>(
      `SELECT items.name, items.product_id, products.workspace_id
       FROM items JOIN products ON products.id = items.product_id WHERE items.id = ?`,
      itemId,
    )
    if (item === undefined) return undefined
    const id = randomUUID()
    const now = new Date().toISOString()
    const title = name ?? `${item.name} data sheet`
    store.run(
      `INSERT INTO files (id, workspace_id, product_id, original_name, user_title, generated_document, uploaded_by, uploaded_at)
       VALUES (?, ?, ?, ?, ?, 1, ?, ?)`,
      id,
      item.workspace_id,
      item.product_id,
      title,
      title,
      userId,
      now,
    )
    store.run(
      'INSERT INTO file_links (id, file_id, product_id, item_id, created_at) VALUES (?, ?, ?, ?, ?)',
      randomUUID(),
      id,
      item.product_id,
      itemId,
      now,
    )
    return id
  })
}
