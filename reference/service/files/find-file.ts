import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { idFromPath, reach } from '../http/access.ts'
import { type Caller, callerOf } from '../http/caller.ts'
import { rule } from '../rule.ts'
import { type FileRow, selectFiles } from './file.ts'

/** Which file, or which target of an upload, and who asks. */
export interface FileQuestion {
  readonly id: string
  readonly caller: Caller
}

export type FileRequest = FastifyRequest<{ Params: { readonly id: string } }>

/** What a request asks for. */
export function fileQuestion(request: FileRequest): FileQuestion {
  return { id: request.params.id, caller: callerOf(request) }
}

/** The file with this id if the caller reaches it, a soft-deleted one too; 404 or 403 otherwise. */
export const findFile = rule((deployment: Deployment, { id, caller }: FileQuestion): FileRow => {
  const row = readFile(deployment, idFromPath(deployment, id))
  return reach(deployment, { kind: 'file', row, caller })
})

/** The row of a file, whoever asks. */
export function readFile({ store }: Pick<Deployment, 'store'>, id: string): FileRow | undefined {
  return store.get<FileRow>(`${selectFiles} WHERE files.id = ?`, id)
}
