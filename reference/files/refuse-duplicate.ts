import type { Deployment } from '../deployment.ts'
import { conflict } from '../http/service-error.ts'
import type { UploadForm } from './upload-form.ts'
import type { UploadTarget } from './upload-target.ts'

/** Refuses a file whose size and type another file of the workspace has; names and bytes do not matter, nor do deleted files. */
export function refuseDuplicate({ store }: Deployment, target: UploadTarget, form: UploadForm): void {
  if (form.allowDuplicate) return
  const known = store.get(
    'SELECT 1 FROM files WHERE workspace_id = ? AND size_bytes = ? AND content_type = ? AND deleted = 0',
    target.workspace_id,
    form.content.length,
    form.contentType,
  )
  if (known === undefined) return
  throw conflict(
    'duplicate_file',
    'a file of this size and type is in the workspace: allow_duplicate=true takes it anyway',
  )
}
