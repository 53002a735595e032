import { documentedBody } from '../http/body.ts'

/** Changes to a file's record: what is not given stays. */
export interface FileUpdate {
  readonly userTitle?: string
  readonly description?: string
}

/** Reads a change to a file's record; 422 if it is not valid. */
export const fileUpdate = documentedBody<FileUpdate>('file-update')
