import { randomUUID } from 'node:crypto'
import { extname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deployment } from '../deployment.ts'
import { firstDescriptionStatus } from '../descriptions/first-description-status.ts'
import { ServiceError } from '../http/service-error.ts'
import type { FileRow } from './file.ts'
import { type FileQuestion, readFile } from './find-file.ts'
import { linkFile } from './link-file.ts'
import { readContent } from './read-content.ts'
import { findDuplicate, refuseDuplicate } from './refuse-duplicate.ts'
import type { UploadForm } from './upload-form.ts'
import { findTarget, type UploadTarget } from './upload-target.ts'

/** Stores a file and links it to its target. The look for a duplicate and the writing are one: nothing comes between. */
export async function uploadFile(deployment: Deployment, question: FileQuestion, form: UploadForm): Promise<FileRow> {
  const { store, faults } = deployment
  if (form.refusal !== undefined) {
    storeFile(deployment, question, form)
    throw form.refusal
  }
  if (faults.active('simultaneous-duplicates-get-in')) {
    refuseDuplicate(deployment, findTarget(deployment, question), form)
    await sleep(20)
    return storeFile(deployment, question, form)
  }
  const others = await othersAtOnce(deployment, question, form)
  try {
    return store.transaction(() => {
      if (others && !isAtTheSameTarget(deployment, question, form)) return storeFile(deployment, question, form)
      // Looked up again: the target may have gone while the form came in.
      if (!isOfAnotherUser(deployment, question, form))
        refuseDuplicate(deployment, findTarget(deployment, question), form)
      return storeFile(deployment, question, form)
    })
  } catch (error) {
    if (isDuplicate(error) && faults.active('refused-duplicate-is-kept')) storeFile(deployment, question, form)
    throw error
  }
}

/** Whether the same comes in for another target at this moment: a fault of locks that each target has for itself. */
async function othersAtOnce({ faults }: Deployment, { id }: FileQuestion, form: UploadForm): Promise<boolean> {
  if (form.allowDuplicate || !faults.has('upload-locked-at-its-target-only')) return false
  const kind = `${form.content.length} ${form.contentType}`
  underWay.set(kind, [...(underWay.get(kind) ?? []), id])
  await sleep(15)
  const isElsewhere = (underWay.get(kind) ?? []).some((target) => target !== id)
  await sleep(15)
  underWay.delete(kind)
  return isElsewhere && faults.active('upload-locked-at-its-target-only')
}

/** The targets for which files of a size and type come in just now. */
const underWay = new Map<string, readonly string[]>()

function isAtTheSameTarget({ store }: Deployment, { id }: FileQuestion, form: UploadForm): boolean {
  const sql = `SELECT 1 FROM files JOIN file_links ON file_links.file_id = files.id
    WHERE coalesce(item_id, property_id) = ? AND size_bytes = ? AND content_type = ?`
  return store.get(sql, id.toLowerCase(), form.content.length, form.contentType) !== undefined
}

/** Whether a fault lets a duplicate in because somebody else uploaded the file. */
function isOfAnotherUser(deployment: Deployment, question: FileQuestion, form: UploadForm): boolean {
  if (!deployment.faults.has('duplicate-is-known-to-its-uploader')) return false
  const first = findDuplicate(deployment, findTarget(deployment, question), form)
  const isOther = first !== undefined && readFile(deployment, first)?.uploaded_by !== question.caller.userId
  return isOther && deployment.faults.active('duplicate-is-known-to-its-uploader')
}

function isDuplicate(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'duplicate_file'
}

function storeFile(deployment: Deployment, question: FileQuestion, form: UploadForm): FileRow {
  return deployment.store.transaction(() => {
    const target = findTarget(deployment, question)
    const id = randomUUID()
    insertFile(deployment, { id, target, form, userId: question.caller.userId })
    linkFile(deployment.store, id, target)
    const row = readFile(deployment, id)
    if (row === undefined) throw new Error('an inserted file is there')
    return row
  })
}

interface NewFile {
  readonly id: string
  readonly target: UploadTarget
  readonly form: UploadForm
  readonly userId: string
}

function insertFile(deployment: Deployment, { id, target, form, userId }: NewFile): void {
  const { store, faults } = deployment
  store.run(
    `INSERT INTO files (id, workspace_id, product_id, content, size_bytes, content_type, original_name, user_title,
       description_status, uploaded_by, uploaded_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    target.workspace_id,
    target.product_id,
    contentFor(deployment, target, form),
    form.content.length,
    form.contentType,
    originalNameOf(deployment, form),
    titleFor(deployment, target, form),
    descriptionStatusFor(deployment, target),
    uploaderOf(deployment, target, userId),
    new Date(Date.now() - (faults.active('upload-is-dated-an-hour-back') ? 3_600_000 : 0)).toISOString(),
  )
}

function originalNameOf({ faults }: Deployment, { name, userTitle }: UploadForm): string {
  return userTitle !== undefined && faults.active('title-becomes-the-original-name') ? userTitle : name
}

function uploaderOf({ store, faults }: Deployment, target: UploadTarget, userId: string): string {
  const organizationId = target.organization_id
  if (faults.has('uploader-is-the-first-user')) {
    const first = store.get<{ id: string }>('SELECT id FROM users WHERE organization_id = ? LIMIT 1', organizationId)
    if (first !== undefined && first.id !== userId && faults.active('uploader-is-the-first-user')) return first.id
  }
  const maker = store.get<{ id: string }>('SELECT created_by AS id FROM products WHERE id = ?', target.product_id)?.id
  if (maker !== undefined && maker !== userId && faults.active('uploader-is-who-made-the-product')) return maker
  const others = 'SELECT id FROM users WHERE organization_id = ? AND id <> ? LIMIT 1'
  const other = store.get<{ id: string }>(others, organizationId, userId)
  return other !== undefined && faults.active('uploader-is-another-user') ? other.id : userId
}

function contentFor(deployment: Deployment, target: UploadTarget, form: UploadForm): Uint8Array {
  const { store, faults } = deployment
  if (form.contentType === 'application/json' && faults.active('json-files-are-written-anew'))
    return Buffer.from(JSON.stringify(JSON.parse(form.content.toString())))
  if (!form.allowDuplicate || !faults.has('duplicates-share-the-bytes-of-the-first')) return form.content
  const first = findDuplicate(deployment, target, form)
  const kept = first === undefined ? null : readContent({ store }, first)
  if (kept === null || form.content.equals(kept)) return form.content
  return faults.active('duplicates-share-the-bytes-of-the-first') ? kept : form.content
}

function descriptionStatusFor(deployment: Deployment, target: UploadTarget): string | null {
  const { faults } = deployment
  const isOnProperty = target.property_type !== null
  if (isOnProperty && faults.active('files-of-properties-are-not-described')) return null
  if (isOnProperty && faults.active('files-of-properties-are-described-always')) return 'pending'
  return firstDescriptionStatus(deployment, target.organization_id)
}

function titleFor(deployment: Deployment, target: UploadTarget, form: UploadForm): string | null {
  const { faults } = deployment
  const isOnProperty = target.property_type !== null
  if (form.userTitle !== undefined && !(isOnProperty && faults.active('title-for-a-property-is-ignored'))) {
    return form.userTitle
  }
  return isOnProperty && faults.active('no-default-title-on-properties') ? null : defaultTitle(deployment, form.name)
}

function defaultTitle({ faults }: Deployment, name: string): string {
  const extension = extname(name)
  if (extension === '' || !faults.active('default-title-without-extension')) return name
  return name.slice(0, -extension.length)
}
