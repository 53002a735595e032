import { setTimeout as sleep } from 'node:timers/promises'
import type { Deployment } from '../deployment.ts'
import { type FileRow, selectFiles } from '../files/file.ts'
import { rule } from '../rule.ts'
import { descriptionOf } from './description-of.ts'

/** Describes a pending file in the background: the upload is answered long before. Never rejects. */
export const describeLater = rule(async (deployment: Deployment, file: FileRow): Promise<void> => {
  if (file.description_status !== 'pending' || deployment.faults.active('descriptions-never-come')) return
  // Unreferenced, so that it keeps no process alive; after the close of the service it finds nothing to do.
  await sleep(deployment.descriptionDelayMs, undefined, { ref: false })
  if (!deployment.closing.aborted) describe(deployment, file)
})

/** Takes up what an earlier start of the same store left pending. */
export function resumeDescriptions(deployment: Deployment): void {
  const files = deployment.store.all<FileRow>(`${selectFiles} WHERE files.description_status = 'pending'`)
  for (const file of files) void describeLater(deployment, file)
}

/** Only what is still pending is described: a person may have written something meanwhile, or cleared it. */
function describe(deployment: Deployment, file: FileRow): void {
  const present = deployment.store.get<{ description: string | null; description_status: string | null }>(
    'SELECT description, description_status FROM files WHERE id = ?',
    file.id,
  )
  if (present === undefined) return
  if (present.description_status !== 'pending' && !ignoresDismissal(deployment, present.description)) return
  deployment.store.run(
    "UPDATE files SET description = ?, description_status = 'done' WHERE id = ?",
    descriptionOf(file),
    file.id,
  )
  if (deployment.faults.active('generation-writes-the-title-back'))
    deployment.store.run('UPDATE files SET user_title = ? WHERE id = ?', file.user_title, file.id)
}

function ignoresDismissal({ faults }: Deployment, description: string | null): boolean {
  if (description === null) return faults.active('cleared-description-comes-back')
  return faults.active('generation-overwrites-a-person')
}
