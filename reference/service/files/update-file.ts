import type { Deployment } from '../deployment.ts'
import { notFound } from '../http/service-error.ts'
import { rule } from '../rule.ts'
import type { FileRow } from './file.ts'
import type { FileUpdate } from './file-update.ts'
import { type FileQuestion, findFile, readFile } from './find-file.ts'

/** Changes title and description, each on its own; nothing else of a file can be changed. */
export const updateFile = rule(
  (deployment: Deployment, question: FileQuestion, { userTitle, description }: FileUpdate): FileRow =>
    deployment.store.transaction(() => {
      const before = findFile(deployment, question)
      if (before.deleted === 1) throw notFound('the file is deleted')
      if (userTitle !== undefined) changeTitle(deployment, before, userTitle)
      if (description !== undefined) changeDescription(deployment, before, description)
      return readFile(deployment, before.id) ?? before
    }),
)

/** Keeps a title as it was sent. */
export const changeTitle = rule(({ store }: Deployment, file: FileRow, title: string): void => {
  store.run('UPDATE files SET user_title = ? WHERE id = ?', title, file.id)
})

/** An empty text clears the description. A person's word is the last: a changed text ends the automatic description. */
export const changeDescription = rule((deployment: Deployment, file: FileRow, text: string): void => {
  if (text === (file.description ?? '')) return
  deployment.store.run('UPDATE files SET description = ? WHERE id = ?', text === '' ? null : text, file.id)
  dismissDescription(deployment, file)
})

/** The automatic description is not wanted any more. */
export const dismissDescription = rule(({ store }: Deployment, file: FileRow): void => {
  store.run("UPDATE files SET description_status = 'dismissed' WHERE id = ?", file.id)
})
