import { documentedBody } from '../http/body.ts'

/** Changes to a file's record: what is not given stays. */
export interface FileUpdate {
  readonly userTitle?: string
  readonly description?: string
}

export const fileUpdate = documentedBody<FileUpdate>('file-update')
