import { randomUUID } from 'node:crypto'
import type { Deployment } from '../deployment.ts'
import { firstDescriptionStatus } from '../descriptions/first-description-status.ts'
import { rule } from '../rule.ts'
import type { FileRow } from './file.ts'
import { type FileQuestion, readFile } from './find-file.ts'
import { linkFile } from './link-file.ts'
import { refuseDuplicate } from './refuse-duplicate.ts'
import type { UploadForm } from './upload-form.ts'
import { findTarget, type UploadTarget } from './upload-target.ts'

/** Stores a file and links it to its target. The search for a duplicate and the write are one transaction. */
export const uploadFile = rule((deployment: Deployment, question: FileQuestion, form: UploadForm): FileRow =>
  deployment.store.transaction(() => {
    // The target is looked up again: it may have been deleted while the form came in.
    const target = findTarget(deployment, question)
    refuseDuplicate(deployment, target, form)
    const id = randomUUID()
    insertFile(deployment, { id, target, form, userId: question.caller.userId })
    linkFile(deployment, id, target)
    const row = readFile(deployment, id)
    if (row === undefined) throw new Error('an inserted file is there')
    return row
  }),
)

interface NewFile {
  readonly id: string
  readonly target: UploadTarget
  readonly form: UploadForm
  readonly userId: string
}

/** A file that comes without a title has its name for one. */
function insertFile(deployment: Deployment, { id, target, form, userId }: NewFile): void {
  deployment.store.run(
    `INSERT INTO files (id, workspace_id, product_id, content, size_bytes, content_type, original_name, user_title,
       description_status, uploaded_by, uploaded_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    target.workspace_id,
    target.product_id,
    form.content,
    form.content.length,
    form.contentType,
    form.name,
    form.userTitle ?? form.name,
    firstDescriptionStatus(deployment, target),
    userId,
    new Date().toISOString(),
  )
}
