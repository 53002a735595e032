import { randomUUID } from 'node:crypto'
import type { Deployment } from '../deployment.ts'
import { firstDescriptionStatus } from '../descriptions/first-description-status.ts'
import type { FileRow } from './file.ts'
import { type FileQuestion, findFile } from './find-file.ts'
import { refuseDuplicate } from './refuse-duplicate.ts'
import type { UploadForm } from './upload-form.ts'
import { findTarget, type UploadTarget } from './upload-target.ts'

/** Stores a file and links it to its target. The look for a duplicate and the writing are one: nothing comes between. */
export async function uploadFile(deployment: Deployment, question: FileQuestion, form: UploadForm): Promise<FileRow> {
  const { caller } = question
  return deployment.store.transaction(() => {
    // Looked up again: the target may have gone while the form came in.
    const target = findTarget(deployment, question)
    refuseDuplicate(deployment, target, form)
    const id = randomUUID()
    insertFile(deployment, { id, target, form, userId: caller.userId })
    linkFile(deployment, id, target)
    return findFile(deployment, { id, caller })
  })
}

interface NewFile {
  readonly id: string
  readonly target: UploadTarget
  readonly form: UploadForm
  readonly userId: string
}

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
    firstDescriptionStatus(deployment, target.organization_id),
    userId,
    new Date().toISOString(),
  )
}

/** Links a file to an item, or to a property whose type is kept with the link. */
export function linkFile({ store }: Deployment, fileId: string, target: UploadTarget): void {
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
}
