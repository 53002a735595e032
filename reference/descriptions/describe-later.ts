import type { Deployment } from '../deployment.ts'
import { type FileRow, selectFiles } from '../files/file.ts'
import { descriptionOf } from './description-of.ts'

/** Describes a pending file in the background: the upload is answered long before. */
export function describeLater(deployment: Deployment, file: FileRow): void {
  if (file.description_status !== 'pending' || deployment.closing.aborted) return
  // Unreferenced, so that it keeps no process alive; after the close of the service it finds nothing to do.
  setTimeout(() => {
    if (!deployment.closing.aborted) describe(deployment, file)
  }, deployment.descriptionDelayMs).unref()
}

/** Takes up what an earlier start of the same store left pending. */
export function resumeDescriptions(deployment: Deployment): void {
  const files = deployment.store.all<FileRow>(`${selectFiles} WHERE files.description_status = 'pending'`)
  for (const file of files) describeLater(deployment, file)
}

/** Only what is still pending is described: a person may have written something meanwhile, or cleared it. */
function describe({ store }: Deployment, file: FileRow): void {
  store.run(
    "UPDATE files SET description = ?, description_status = 'done' WHERE id = ? AND description_status = 'pending'",
    descriptionOf(file),
    file.id,
  )
}
