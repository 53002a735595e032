import type { Deployment } from '../deployment.ts'
import { reach } from '../http/access.ts'
import type { Caller } from '../http/caller.ts'
import { type FileRow, selectFiles } from './file.ts'

/** Which file, and who asks. */
export interface FileQuestion {
  readonly id: string
  readonly caller: Caller
}

/** The file with this id where the caller reaches it, a soft-deleted one too; 404 or 403 otherwise. */
export function findFile(deployment: Deployment, { id, caller }: FileQuestion): FileRow {
  const row = deployment.store.get<FileRow>(`${selectFiles} WHERE files.id = ?`, id.toLowerCase())
  return reach(deployment, { kind: 'file', row, caller })
}
