import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'

/** A version that is being published. */
export interface FreshVersion {
  readonly id: string
  readonly productId: string
}

/** Keeps the files of the product as they are now; part of the publication's transaction. */
export const snapshotFiles = rule(
  ({ store }: Pick<Deployment, 'store' | 'replacements'>, version: FreshVersion): void => {
    store.run(
      `INSERT INTO version_files (version_id, file_id, draft_item_id, content, content_type, original_name)
       SELECT ?, files.id,
         (SELECT item_id FROM file_links WHERE file_links.file_id = files.id ORDER BY sequence LIMIT 1),
         files.content, files.content_type, files.original_name
       FROM files WHERE files.deleted = 0 AND files.product_id = ?`,
      version.id,
      version.productId,
    )
  },
)
