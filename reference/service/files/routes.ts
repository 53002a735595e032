import multipart from '@fastify/multipart'
import type { FastifyInstance, RouteGenericInterface } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { resumeDescriptions } from '../descriptions/describe-later.ts'
import { DocumentPrinter } from '../documents/document-printer.ts'
import { Query } from '../http/query.ts'
import { downloadFile } from './download-file.ts'
import { showFile, type PublicFile } from './file.ts'
import { fileUpdate } from './file-update.ts'
import { fileQuestion, type FileQuestion, findFile } from './find-file.ts'
import { listFiles } from './list-files.ts'
import { receiveUpload } from './upload-file.ts'
import { sendDownload } from './send-download.ts'
import { updateFile } from './update-file.ts'
import { rule } from '../rule.ts'

// The router wants one name for this place of the path: a POST names the target, everything else the file.
interface ById extends RouteGenericInterface {
  readonly Params: { readonly id: string }
}

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

function registerUpload(app: FastifyInstance, deployment: Deployment): void {
  app.post<ById>('/files/:id', async (request, reply) => reply.code(201).send(await receiveUpload(deployment, request)))
}

function registerRecords(app: FastifyInstance, deployment: Deployment): void {
  app.get('/files', (request) => listFiles(deployment, request))

  app.get<ById>('/files/:id', (request) => readRecord(deployment, fileQuestion(request)))

  app.patch<ById>('/files/:id', (request) => {
    const updated = updateFile(deployment, fileQuestion(request), fileUpdate.read(request))
    return showFile(deployment, updated)
  })
}

function registerDownload(app: FastifyInstance, deployment: Deployment): void {
  const documents = new DocumentPrinter()
  app.get<ById>('/files/:id/download', async (request, reply) => {
    const means = { query: new Query(request), documents }
    return sendDownload(deployment, reply, await downloadFile(deployment, fileQuestion(request), means))
  })
}

/** The record of a file by its id. */
export const readRecord = rule((deployment: Deployment, question: FileQuestion): PublicFile =>
  showFile(deployment, findFile(deployment, question)),
)
