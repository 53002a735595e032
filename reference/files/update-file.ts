import type { Deployment } from '../deployment.ts'
import { notFound } from '../http/service-error.ts'
import type { FileRow } from './file.ts'
import type { FileUpdate } from './file-body.ts'
import { type FileQuestion, findFile } from './find-file.ts'

/** Changes title and description, each on its own; nothing else of a file can be changed. */
export function updateFile(deployment: Deployment, question: FileQuestion, body: FileUpdate): FileRow {
  return deployment.store.transaction(() => {
    const before = findFile(deployment, question)
    if (before.deleted === 1) throw notFound('the file is deleted')
    changeTitle(deployment, before, body.userTitle)
    changeDescription(deployment, before, body.description)
    return findFile(deployment, question)
  })
}

function changeTitle({ store }: Deployment, file: FileRow, title: string | undefined): void {
  if (title === undefined) return
  store.run('UPDATE files SET user_title = ? WHERE id = ?', title, file.id)
}

/** A person's word is the last: a changed text, a cleared one too, ends the automatic description of the file. */
function changeDescription({ store }: Deployment, file: FileRow, text: string | undefined): void {
  if (text === undefined || text === (file.description ?? '')) return
  const description = text === '' ? null : text
  store.run("UPDATE files SET description = ?, description_status = 'dismissed' WHERE id = ?", description, file.id)
}
