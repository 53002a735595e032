import type { Deployment } from '../deployment.ts'
import { describeLater } from '../descriptions/describe-later.ts'
import { rule } from '../rule.ts'
import { type PublicFile, showFile } from './file.ts'
import { fileQuestion, type FileRequest } from './find-file.ts'
import { uploadFile } from './upload-file.ts'
import { readUploadForm, type UploadForm } from './upload-form.ts'
import { findTarget } from './upload-target.ts'

/** Receives a file; its automatic description is not waited for. */
export async function receiveUpload(deployment: Deployment, request: FileRequest): Promise<PublicFile> {
  const form = await judgeUpload(deployment, request)
  const row = uploadFile(deployment, fileQuestion(request), form)
  void describeLater(deployment, row)
  return showFile(deployment, row)
}

/** Judges the target, then the form. */
export const judgeUpload = rule(async (deployment: Deployment, request: FileRequest): Promise<UploadForm> => {
  findTarget(deployment, fileQuestion(request))
  return readUploadForm(deployment, request)
})
