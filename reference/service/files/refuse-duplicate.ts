import type { Deployment } from '../deployment.ts'
import { conflict } from '../http/service-error.ts'
import { rule } from '../rule.ts'
import { type FileRow, selectFiles } from './file.ts'
import type { UploadForm } from './upload-form.ts'
import type { UploadTarget } from './upload-target.ts'

/** Rejects a duplicate that is not wanted: 409. */
export const refuseDuplicate = rule((deployment: Deployment, target: UploadTarget, form: UploadForm): void => {
  if (form.allowDuplicate || duplicatesOf(deployment, target, form).length === 0) return
  throw conflict(
    'duplicate_file',
    'a file of this size and type is in the workspace: allow_duplicate=true accepts it anyway',
  )
})

/** The files of the workspace with the same size and type, oldest first; names and bytes do not matter, nor do deleted files. */
export const duplicatesOf = rule(
  ({ store }: Deployment, target: UploadTarget, { content, contentType }: UploadForm): readonly FileRow[] =>
    store.all<FileRow>(
      `${selectFiles}
       WHERE files.deleted = 0 AND files.workspace_id = ? AND files.size_bytes = ? AND files.content_type = ?
       ORDER BY files.sequence`,
      target.workspace_id,
      content.length,
      contentType,
    ),
)
