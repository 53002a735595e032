import type { Deployment } from '../deployment.ts'
import { notFound } from '../http/service-error.ts'
import type { FileRow } from './file.ts'
import type { SnapshotQuestion } from './snapshot-question.ts'

/** A file as it was when a version was published. */
export interface Snapshot {
  readonly version_id: string
  readonly file_id: string
  readonly draft_item_id: string | null
  readonly content: Uint8Array | null
  readonly content_type: string | null
  readonly original_name: string
}

/** The file in that version; 404 where the version does not exist or does not have the file, never the draft instead. */
export function findSnapshot(deployment: Deployment, file: FileRow, question: SnapshotQuestion): Snapshot | undefined {
  const version = readVersion(deployment, question)
  if (version === undefined) {
    if (deployment.faults.active('unknown-version-is-the-draft')) return undefined
    throw notFound('the product has no such version')
  }
  const snapshot = readSnapshot(deployment, file.id, version.id)
  if (
    snapshot === undefined &&
    question.isBaseline &&
    deployment.faults.active('missing-snapshot-of-the-baseline-is-the-draft')
  )
    return undefined
  if (snapshot !== undefined || deployment.faults.active('missing-snapshot-is-the-draft')) return snapshot
  throw notFound('the version does not have this file')
}

function readVersion({ store }: Deployment, { productId, number }: SnapshotQuestion): { id: string } | undefined {
  if (number === undefined) return undefined
  return store.get<{ id: string }>('SELECT id FROM versions WHERE product_id = ? AND number = ?', productId, number)
}

function readSnapshot({ store }: Deployment, fileId: string, versionId: string): Snapshot | undefined {
  return store.get<Snapshot>(
    `SELECT version_id, file_id, draft_item_id, content, content_type, original_name
     FROM version_files WHERE file_id = ? AND version_id = ?`,
    fileId,
    versionId,
  )
}
