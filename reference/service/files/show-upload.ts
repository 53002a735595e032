import type { Deployment } from '../deployment.ts'
import { showFile } from './file.ts'
import { usagesOf } from './file-usage.ts'
import { readFile } from './find-file.ts'
import { findDuplicate } from './refuse-duplicate.ts'
import type { UploadForm } from './upload-form.ts'
import type { UploadTarget } from './upload-target.ts'

/** The answer to an upload: the record, whose first usage is the new link. */
export function showUpload(
  deployment: Deployment,
  fileId: string,
  { target, form }: { readonly target: UploadTarget; readonly form: UploadForm },
): object | undefined {
  const row = readFile(deployment, fileId)
  if (row === undefined) return undefined
  const shown = showFile(deployment, row, 'upload')
  if (deployment.faults.active('new-link-names-the-workspace')) {
    const usages = usagesOf(deployment, fileId).map((usage) =>
      Object.assign({}, usage, { product_id: row.workspace_id }),
    )
    return { ...shown, used_in: usages }
  }
  if (!form.allowDuplicate) return shown
  const first = findDuplicate(deployment, target, form)
  if (first === undefined || first === fileId) return shown
  if (!deployment.faults.active('allowed-duplicate-describes-the-first-link')) return shown
  return { ...shown, used_in: usagesOf(deployment, first) }
}
