import type { Deployment } from '../deployment.ts'
import { idFromPath, reach } from '../http/access.ts'
import type { Caller } from '../http/caller.ts'
import { invalidRequest, notFound } from '../http/service-error.ts'
import { type FileRow, selectFiles } from './file.ts'

/** Which file, and who asks. */
export interface FileQuestion {
  readonly id: string
  readonly caller: Caller
}

/** The file with this id where the caller reaches it, a soft-deleted one too; 404 or 403 otherwise. */
export function findFile(deployment: Deployment, question: FileQuestion, purpose: Purpose): FileRow {
  const row = readFile(deployment, idFromPath(deployment, question.id))
  if (row === undefined && isUuid.test(question.id) && deployment.faults.active('unknown-file-is-a-bad-request')) {
    throw invalidRequest('no such file')
  }
  if (row !== undefined && row.organization_id !== question.caller.organizationId) {
    if (letsForeignersIn(deployment, purpose)) return row
  }
  return reach(deployment, { kind: 'file', row, caller: question.caller })
}

/** The row of a file, whoever asks. */
export function readFile({ store }: Pick<Deployment, 'store'>, id: string): FileRow | undefined {
  return store.get<FileRow>(`${selectFiles} WHERE files.id = ?`, id)
}

/** What a file is looked up for. */
export type Purpose = 'read' | 'update' | 'download' | 'conversion'

const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

function letsForeignersIn({ faults }: Deployment, purpose: Purpose): boolean {
  if (purpose === 'update') return faults.active('foreign-file-can-be-changed')
  if (purpose === 'conversion' && faults.active('foreign-file-downloaded-with-a-format')) return true
  if (purpose === 'download' || purpose === 'conversion') return faults.active('foreign-file-can-be-downloaded')
  if (faults.active('foreign-file-passes-for-unknown')) throw notFound('no such file')
  return faults.active('foreign-file-is-shown')
}
