import { randomUUID } from 'node:crypto'
import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'
import { type FileRow, selectFiles, type PublicFile, showFile } from './file.ts'
import { type FileQuestion, readFile, fileQuestion, type FileRequest } from './find-file.ts'
import { linkFile } from './link-file.ts'
import { type UploadForm, readUploadForm } from './upload-form.ts'
import { findTarget, type UploadTarget } from './upload-target.ts'
import { conflict } from '../http/service-error.ts'
import { describeLater } from '../descriptions/describe-later.ts'

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

/** Receives a file; its automatic description is not waited for. */
export async function receiveUpload(deployment: Deployment, request: FileRequest): Promise<PublicFile> {
  const form = await judgeUpload(deployment, request)
  const row = uploadFile(deployment, fileQuestion(request), form)
  void describeLater(deployment, row)
  return showFile(deployment, row)
}

/** Judges the target, then the form. */
export const judgeUpload = rule(async (deployment: Deployment, request: FileRequest): Promise<UploadForm> => {
  findTarget(deployment, fileQuestion(request))
  return readUploadForm(deployment, request)
})

/** What an upload's description waits for: `pending` if the organization uses AI, nothing if it does not. */
export const firstDescriptionStatus = rule(({ store }: Deployment, target: UploadTarget): 'pending' | null => {
  const organization = store.get<{ ai_usage: number }>(
    'SELECT ai_usage FROM organizations WHERE id = ?',
    target.organization_id,
  )
  return organization?.ai_usage === 1 ? 'pending' : null
})
