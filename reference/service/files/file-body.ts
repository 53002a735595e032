import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { documentedBody } from '../http/body.ts'

/** Changes to a file's record: what is not given stays. */
export interface FileUpdate {
  readonly userTitle?: string
  readonly description?: string
}

const fileUpdate = documentedBody<FileUpdate>('file-update')

/** Reads a change to a file's record; 422 where it is not valid. */
export function readFileUpdate({ faults }: Deployment, request: Pick<FastifyRequest, 'body'>): FileUpdate {
  const { body } = request
  const title: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'userTitle') : undefined
  if (typeof title === 'number' && faults.active('number-passes-for-a-title')) {
    return fileUpdate.read({ body: Object.assign({}, body, { userTitle: String(title) }) })
  }
  return fileUpdate.read(request)
}
