import { randomUUID } from 'node:crypto'
import type { Store } from '../store/store.ts'

/** A file of a seed, linked to an item. */
export interface FileSeed {
  readonly itemId: string
  readonly userId: string
  readonly name: string
  readonly content: Uint8Array
  readonly content_type: string
  readonly description?: string
}

/** Makes a file with one link and gives the file's id. */
export function seedFile(store: Store, file: FileSeed): string {
  const id = randomUUID()
  const now = new Date().toISOString()
  store.run(
    `INSERT INTO files (id, workspace_id, product_id, content, size_bytes, content_type, original_name, user_title,
       description, uploaded_by, uploaded_at)
     SELECT ?, products.workspace_id, products.id, ?, ?, ?, ?, ?, ?, ?, ?
     FROM items JOIN products ON products.id = items.product_id WHERE items.id = ?`,
    id,
    file.content,
    file.content.byteLength,
    file.content_type,
    file.name,
    file.name,
    file.description ?? null,
    file.userId,
    now,
    file.itemId,
  )
  store.run(
    `INSERT INTO file_links (id, file_id, product_id, item_id, created_at)
     SELECT ?, ?, items.product_id, items.id, ? FROM items WHERE items.id = ?`,
    randomUUID(),
    id,
    now,
    file.itemId,
  )
  return id
}
