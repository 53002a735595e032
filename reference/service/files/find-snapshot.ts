import type { Deployment } from '../deployment.ts'
import { notFound } from '../http/service-error.ts'

/** A file as it was when a version was published. */
export interface Snapshot {
  readonly version_id: string
  readonly file_id: string
  readonly draft_item_id: string | null
  readonly content: Uint8Array | null
  readonly content_type: string | null
  readonly original_name: string
}

/** The file in that version; 404 if the version does not have it, never the draft instead. */
export function findSnapshot({ store }: Deployment, fileId: string, versionId: string): Snapshot {
  const snapshot = store.get<Snapshot>(
    `SELECT version_id, file_id, draft_item_id, content, content_type, original_name
     FROM version_files WHERE file_id = ? AND version_id = ?`,
    fileId,
    versionId,
  )
  if (snapshot === undefined) throw notFound('the version does not have this file')
  return snapshot
}
