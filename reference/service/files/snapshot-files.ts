import type { Deployment } from '../deployment.ts'

/** A version that is being published. */
export interface FreshVersion {
  readonly id: string
  readonly productId: string
}

/** Keeps the files of the product as they are now; part of the publication's transaction. */
export function snapshotFiles({ store, faults }: Pick<Deployment, 'store' | 'faults'>, version: FreshVersion): void {
  const ofProperty = 'SELECT 1 FROM file_links WHERE file_links.file_id = files.id AND property_id IS NOT NULL'
  const only = faults.active('files-of-properties-have-no-snapshot') ? `AND NOT EXISTS (${ofProperty})` : ''
  store.run(
    `INSERT INTO version_files (version_id, file_id, draft_item_id, content, content_type, original_name, generated_document)
     SELECT ?, files.id,
       (SELECT item_id FROM file_links WHERE file_links.file_id = files.id ORDER BY sequence LIMIT 1),
       files.content, files.content_type, files.original_name, files.generated_document
     FROM files WHERE files.deleted = 0 AND files.product_id = ? ${only}`,
    version.id,
    version.productId,
  )
}
