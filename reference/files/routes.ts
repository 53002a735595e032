import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { describeLater, resumeDescriptions } from '../descriptions/describe-later.ts'
import { DocumentPress } from '../documents/document-press.ts'
import { callerOf } from '../http/caller.ts'
import { Query } from '../http/query.ts'
import { dispositionOf } from './content-disposition.ts'
import { downloadFile } from './download-file.ts'
import { showFile } from './file.ts'
import { fileUpdate } from './file-body.ts'
import { findFile } from './find-file.ts'
import { listFiles } from './list-files.ts'
import { servedType } from './served-type.ts'
import { updateFile } from './update-file.ts'
import { readUploadForm } from './upload-form.ts'
import { findTarget } from './upload-target.ts'
import { uploadFile } from './upload-file.ts'

/** Files: upload, records, list and download. */
export function registerFiles(app: FastifyInstance, deployment: Deployment): void {
  resumeDescriptions(deployment)
  void app.register(async (scope) => {
    // Files above the limit are cut off and judged by us.
    await scope.register(multipart, { throwFileSizeLimit: false })
    registerUpload(scope, deployment)
    registerRecords(scope, deployment)
    registerDownload(scope, deployment)
  })
}

// The router wants one name for this place of the path: a POST names the target, everything else the file.
interface ById {
  readonly Params: { readonly id: string }
}

function registerUpload(app: FastifyInstance, deployment: Deployment): void {
  app.post<ById>('/files/:id', async (request, reply) => {
    const question = { id: request.params.id, caller: callerOf(request) }
    findTarget(deployment, question)
    const form = await readUploadForm(deployment, request)
    const row = await uploadFile(deployment, question, form)
    describeLater(deployment, row)
    return reply.code(201).send(showFile(deployment, row))
  })
}

function registerRecords(app: FastifyInstance, deployment: Deployment): void {
  app.get('/files', (request) => listFiles(deployment, request))

  app.get<ById>('/files/:id', (request) =>
    showFile(deployment, findFile(deployment, { id: request.params.id, caller: callerOf(request) })),
  )

  app.patch<ById>('/files/:id', (request) => {
    const body = fileUpdate.read(request)
    return showFile(deployment, updateFile(deployment, { id: request.params.id, caller: callerOf(request) }, body))
  })
}

/** What a person uploaded is handed out as an attachment and never shown in place. */
function registerDownload(app: FastifyInstance, deployment: Deployment): void {
  const documents = new DocumentPress()
  app.get<ById>('/files/:id/download', async (request, reply) => {
    const question = { id: request.params.id, caller: callerOf(request) }
    const download = await downloadFile(deployment, question, { query: new Query(request), documents })
    return reply
      .header('content-disposition', dispositionOf(download.name))
      .header('x-content-type-options', 'nosniff')
      .type(servedType(download.contentType))
      .send(download.bytes)
  })
}
