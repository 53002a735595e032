import { setTimeout as sleep } from 'node:timers/promises'
import type { Deployment } from '../deployment.ts'
import { type FileRow, selectFiles } from '../files/file.ts'
import { readFile } from '../files/find-file.ts'
import { rule } from '../rule.ts'

/** Describes a pending file in the background: the upload is answered long before. Never rejects. */
export const describeLater = rule(async (deployment: Deployment, file: FileRow): Promise<void> => {
  if (file.description_status !== 'pending') return
  // Unreferenced, so that it keeps no process alive; after the close of the service it finds nothing to do.
  await sleep(deployment.descriptionDelayMs, undefined, { ref: false })
  if (!deployment.closing.aborted) describe(deployment, file)
})

/** Takes up what an earlier start of the same store left pending. */
export function resumeDescriptions(deployment: Deployment): void {
  const files = deployment.store.all<FileRow>(`${selectFiles} WHERE files.description_status = 'pending'`)
  for (const file of files) void describeLater(deployment, file)
}

/** Describes a file if its description is still awaited. */
export const describe = rule((deployment: Deployment, file: FileRow): void => {
  const present = readFile(deployment, file.id)
  if (present === undefined || !isAwaited(deployment, present)) return
  deployment.store.run(
    "UPDATE files SET description = ?, description_status = 'done' WHERE id = ?",
    descriptionOf(file),
    file.id,
  )
})

/** Only what is still pending is described: a person may have written something meanwhile, or cleared it. */
export const isAwaited = rule(
  (_: Deployment, { description_status }: FileRow): boolean => description_status === 'pending',
)

/** A sentence on a file, made from its type, name and size. */
export function descriptionOf({ content_type, original_name, size_bytes }: FileRow): string {
  return `${kindOf(content_type ?? '')} “${original_name}”, ${sizeOf(size_bytes ?? 0)}`
}

function kindOf(contentType: string): string {
  const [family = '', subtype = ''] = contentType.split('/')
  if (contentType === 'application/pdf') return 'PDF document'
  if (family === 'image') return `${subtype.split('+')[0]?.toUpperCase() ?? ''} image`
  if (family === 'text') return 'Text document'
  if (family === 'audio' || family === 'video') return family === 'audio' ? 'Audio recording' : 'Video'
  if (family === 'model') return '3D model'
  return 'Document'
}

function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const kibibytes = bytes / 1024
  return kibibytes < 1024 ? `${kibibytes.toFixed(1)} KiB` : `${(kibibytes / 1024).toFixed(1)} MiB`
}
