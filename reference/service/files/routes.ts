import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { describeLater, resumeDescriptions } from '../descriptions/describe-later.ts'
import { DocumentPress } from '../documents/document-press.ts'
import { callerOf } from '../http/caller.ts'
import { Query } from '../http/query.ts'
import { rateLimitExceeded } from '../http/service-error.ts'
import { dispositionOf } from './content-disposition.ts'
import { downloadFile } from './download-file.ts'
import { showFile } from './file.ts'
import { readFileUpdate } from './file-body.ts'
import { findFile } from './find-file.ts'
import { listFiles } from './list-files.ts'
import { servedType } from './served-type.ts'
import { showUpload } from './show-upload.ts'
import { completeTooEarly } from './complete-too-early.ts'
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
    const isFormFirst = deployment.variants.chosen('uploads-judge-the-form-first')
    const early = isFormFirst ? await readUploadForm(deployment, request) : undefined
    const target = findTarget(deployment, question)
    const form = early ?? (await readUploadForm(deployment, request))
    const row = await uploadFile(deployment, question, form)
    const described = describeLater(deployment, row)
    if (row.description_status === 'pending' && deployment.faults.active('upload-waits-for-its-description')) {
      await described
    }
    const status = deployment.faults.active('upload-answers-200') ? 200 : 201
    return reply.code(status).send(showUpload(deployment, row.id, { target, form }))
  })
}

function registerRecords(app: FastifyInstance, deployment: Deployment): void {
  app.get('/files', (request) => listFiles(deployment, request))

  app.get<ById>('/files/:id', (request) =>
    showFile(deployment, findFile(deployment, { id: request.params.id, caller: callerOf(request) }, 'read'), 'read'),
  )

  app.patch<ById>('/files/:id', (request) => answerUpdate(deployment, request))
}

async function answerUpdate(deployment: Deployment, request: FastifyRequest<ById>): Promise<object> {
  const body = readFileUpdate(deployment, request)
  const question = { id: request.params.id, caller: callerOf(request) }
  const updated = updateFile(deployment, question, await completeTooEarly(deployment, question, body))
  if (request.owesRefusal) throw rateLimitExceeded()
  return showFile(deployment, updated, 'update')
}

/** Announces everything, and hangs up before the last byte. */
function endEarly(reply: FastifyReply, bytes: Buffer): FastifyReply {
  void reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.raw.setHeader('content-length', bytes.length)
  reply.raw.write(bytes.subarray(0, -1), () => reply.raw.destroy())
  return reply
}

/** What a person uploaded is handed out as an attachment and never shown in place. */
function registerDownload(app: FastifyInstance, deployment: Deployment): void {
  const documents = new DocumentPress()
  app.get<ById>('/files/:id/download', async (request, reply) => {
    const question = { id: request.params.id, caller: callerOf(request) }
    const download = await downloadFile(deployment, question, { query: new Query(request), documents })
    const disposition = dispositionOf(deployment, download)
    if (disposition !== undefined) void reply.header('content-disposition', disposition)
    void reply.header('x-content-type-options', 'nosniff').type(servedType(deployment, download))
    if (deployment.faults.active('request-id-missing-on-downloads')) void reply.removeHeader('x-request-id')
    if (deployment.faults.active('download-ends-early')) return endEarly(reply, download.bytes)
    return reply.send(download.bytes)
  })
}
