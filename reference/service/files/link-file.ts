import { randomUUID } from 'node:crypto'
import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'
import type { UploadTarget } from './upload-target.ts'

/** Links a file to an item, or to a property whose type is kept with the link. */
export const linkFile = rule(
  ({ store }: Pick<Deployment, 'store' | 'replacements'>, fileId: string, target: UploadTarget): void => {
    const isItem = target.property_type === null
    store.run(
      `INSERT INTO file_links (id, file_id, product_id, item_id, property_id, property_type, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      randomUUID(),
      fileId,
      target.product_id,
      isItem ? target.id : null,
      isItem ? null : target.id,
      target.property_type,
      new Date().toISOString(),
    )
  },
)
