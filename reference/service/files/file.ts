import type { Deployment } from '../deployment.ts'
import { type PublicUser, publicUser } from '../organization-users/public-user.ts'
import { type FileUsage, usagesOf } from './file-usage.ts'

/** A file as the store has it, without its bytes, with its organization. */
export interface FileRow {
  readonly id: string
  readonly organization_id: string
  readonly workspace_id: string
  readonly product_id: string
  readonly size_bytes: number | null
  readonly content_type: string | null
  readonly original_name: string
  readonly user_title: string | null
  readonly description: string | null
  readonly description_status: string | null
  readonly deleted: number
  readonly generated_document: number
  readonly uploaded_by: string | null
  readonly uploaded_at: string
}

/** A file as clients see it. */
export interface PublicFile {
  readonly id: string
  readonly name: string
  readonly originalFileName: string
  readonly deleted: boolean
  readonly userTitle: string | null
  readonly content_type: string | null
  readonly description: string | null
  readonly description_status: string | null
  readonly size_bytes: number | null
  readonly uploadedAt: string
  readonly uploadedBy: PublicUser | null
  readonly used_in: readonly FileUsage[]
}

/** The start of every selection of files; the bytes are read only to be sent. */
export const selectFiles = `
  SELECT files.id, workspaces.organization_id, files.workspace_id, files.product_id, files.size_bytes, files.content_type,
    files.original_name, files.user_title, files.description, files.description_status, files.deleted,
    files.generated_document, files.uploaded_by, files.uploaded_at
  FROM files JOIN workspaces ON workspaces.id = files.workspace_id`

/** Shows a row as clients see it: no path, and no `title` beside `userTitle`. */
export function showFile(deployment: Deployment, row: FileRow): PublicFile {
  return {
    id: row.id,
    name: row.original_name,
    originalFileName: row.original_name,
    deleted: row.deleted === 1,
    userTitle: row.user_title,
    content_type: row.content_type,
    description: row.description,
    description_status: row.description_status,
    size_bytes: row.size_bytes,
    uploadedAt: row.uploaded_at,
    uploadedBy: row.uploaded_by === null ? null : publicUser(deployment, row.uploaded_by),
    used_in: usagesOf(deployment, row.id),
  }
}
