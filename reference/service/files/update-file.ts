import type { Deployment } from '../deployment.ts'
import { forbidden, notFound } from '../http/service-error.ts'
import type { FileRow } from './file.ts'
import type { FileUpdate } from './file-body.ts'
import { type FileQuestion, findFile, readFile } from './find-file.ts'

/** Changes title and description, each on its own; nothing else of a file can be changed. */
export function updateFile(deployment: Deployment, question: FileQuestion, body: FileUpdate): FileRow {
  const shown = Object.keys(body).length === 0 ? readFile(deployment, question.id) : undefined
  if (shown !== undefined && deployment.faults.active('empty-update-of-any-file-is-answered')) return shown
  return deployment.store.transaction(() => {
    const before = findFile(deployment, question, 'update')
    if (before.deleted === 1) throw notFound('the file is deleted')
    const isOthersWork = before.uploaded_by !== question.caller.userId
    if (isOthersWork && deployment.faults.active('file-updated-by-its-uploader-only')) throw forbidden()
    const update = bendUpdate(deployment, body)
    changeTitle(deployment, before, update.userTitle)
    changeDescription(deployment, before, update.description)
    disturb(deployment, before, body)
    if (isOthersWork && deployment.faults.active('uploader-is-whoever-updates'))
      deployment.store.run('UPDATE files SET uploaded_by = ? WHERE id = ?', question.caller.userId, before.id)
    return readFile(deployment, before.id) ?? before
  })
}

function changeTitle({ store, faults }: Deployment, file: FileRow, title: string | undefined): void {
  if (title === undefined) return
  if (title.length > 255 && faults.active('file-title-is-cut-at-255')) {
    store.run('UPDATE files SET user_title = ? WHERE id = ?', title.slice(0, 255), file.id)
    return
  }
  if (title === 'null' && faults.active('title-of-null-is-none')) {
    store.run('UPDATE files SET user_title = NULL WHERE id = ?', file.id)
    return
  }
  const kept = title.normalize() !== title && faults.active('file-title-is-recomposed') ? title.normalize() : title
  store.run('UPDATE files SET user_title = ? WHERE id = ?', kept, file.id)
}

/** A person's word is the last: a changed text, a cleared one too, ends the automatic description of the file. */
function changeDescription(
  { store, faults }: Pick<Deployment, 'store' | 'faults'>,
  file: FileRow,
  text: string | undefined,
): void {
  if (text === undefined) return
  if (text === '0' && faults.active('file-description-of-zero-is-cleared'))
    return changeDescription({ store, faults }, file, '')
  const kept = text !== text.trim() && faults.active('file-description-is-trimmed') ? text.trim() : text
  if (kept === (file.description ?? '')) {
    if (faults.active('unchanged-description-is-dismissed')) dismiss({ store }, file)
    return
  }
  if (kept === '' && faults.active('emptied-description-stays')) return
  store.run('UPDATE files SET description = ? WHERE id = ?', kept === '' ? null : kept, file.id)
  const isGenerated = file.description_status === 'done'
  if (kept === '' && isGenerated && faults.active('cleared-generated-description-is-not-dismissed')) return
  if (faults.active('changed-description-is-called-edited')) {
    store.run("UPDATE files SET description_status = 'edited' WHERE id = ?", file.id)
  } else dismiss({ store }, file)
}

function dismiss({ store }: Pick<Deployment, 'store'>, file: FileRow): void {
  store.run("UPDATE files SET description_status = 'dismissed' WHERE id = ?", file.id)
}

/** Faults that take something of the body for what it is not. */
function bendUpdate({ faults }: Deployment, body: FileUpdate): FileUpdate {
  const title: unknown = Reflect.get(body, 'title')
  if (typeof title === 'string' && faults.active('title-still-updates-the-user-title')) {
    return { userTitle: title, ...body }
  }
  return body
}

/** Faults that change more than the body gives. */
function disturb({ store, faults }: Deployment, file: FileRow, { userTitle, description }: FileUpdate): void {
  if (userTitle === undefined && description === undefined && faults.active('empty-update-unsets-the-title')) {
    store.run('UPDATE files SET user_title = NULL WHERE id = ?', file.id)
  }
  if (userTitle !== undefined && faults.active('title-update-renames-the-file')) {
    store.run('UPDATE files SET original_name = ? WHERE id = ?', userTitle, file.id)
  }
  if (description === '' && faults.active('cleared-description-takes-the-title-along')) {
    store.run('UPDATE files SET user_title = NULL WHERE id = ?', file.id)
  }
  if (userTitle !== undefined && faults.active('upload-time-moves-with-the-title')) {
    store.run('UPDATE files SET uploaded_at = ? WHERE id = ?', new Date(Date.now() + 1).toISOString(), file.id)
  }
  const isDismissed = file.description_status === 'dismissed'
  if (userTitle !== undefined && isDismissed && faults.active('later-title-undoes-the-dismissal')) {
    store.run("UPDATE files SET description_status = 'done' WHERE id = ?", file.id)
  }
  if (userTitle !== undefined && description === undefined) {
    if (faults.active('title-update-dismisses-the-description')) dismiss({ store }, file)
    if (faults.active('title-update-drops-the-description')) {
      store.run('UPDATE files SET description = NULL WHERE id = ?', file.id)
    }
  }
  if (userTitle === undefined && description !== undefined && faults.active('description-update-resets-the-title')) {
    store.run('UPDATE files SET user_title = original_name WHERE id = ?', file.id)
  }
}
