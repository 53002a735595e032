import { setTimeout as delay } from 'node:timers/promises'
import type { Deployment } from '../deployment.ts'
import type { FileUpdate } from './file-body.ts'
import { type FileQuestion, findFile } from './find-file.ts'

/** A fault of updates that write all fields back as they read them; a sound service writes what the body gives. */
export async function completeTooEarly(
  deployment: Deployment,
  question: FileQuestion,
  body: FileUpdate,
): Promise<FileUpdate> {
  if (Object.keys(body).length !== 1 || !deployment.faults.active('file-update-writes-all-fields-back')) return body
  const { user_title: title, description } = findFile(deployment, question, 'update')
  await delay(25)
  return { ...(title !== null && { userTitle: title }), description: description ?? '', ...body }
}
