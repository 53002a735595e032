import { randomUUID } from 'node:crypto'
import type { Store } from '../../service/store/store.ts'
import { linkFile } from '../../service/files/link-file.ts'
import { readTarget } from '../../service/files/upload-target.ts'

/** A file of a seed, linked to an item or a property. */
export interface FileSeed {
  readonly targetId: string
  readonly userId: string
  readonly name: string
  readonly content: string | Uint8Array
  readonly content_type: string
  readonly userTitle?: string
  readonly description?: string
}

/** Makes a file with one link and returns the file's id. */
export function seedFile(store: Store, file: FileSeed): string {
  const target = readTarget(store, file.targetId)
  if (target === undefined) throw new Error(`no item or property to attach ${file.name} to`)
  const id = randomUUID()
  const content = Buffer.from(file.content)
  store.run(
    `INSERT INTO files (id, workspace_id, product_id, content, size_bytes, content_type, original_name, user_title,
       description, uploaded_by, uploaded_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    target.workspace_id,
    target.product_id,
    content,
    content.length,
    file.content_type,
    file.name,
    file.userTitle ?? file.name,
    file.description ?? null,
    file.userId,
    new Date().toISOString(),
  )
  linkFile({ store, replacements: new Map() }, id, target)
  return id
}
