import type { FastifyReply } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'
import { dispositionOf } from './content-disposition.ts'
import type { Download } from './download-file.ts'
import { servedType } from './served-type.ts'

/** What a person uploaded is handed out as an attachment and never shown in place. */
export function sendDownload(deployment: Deployment, reply: FastifyReply, download: Download): FastifyReply {
  void reply
    .header('content-disposition', dispositionOf(deployment, download))
    .header('x-content-type-options', 'nosniff')
    .type(servedType(deployment, download))
  return sendBytes(deployment, reply, download.bytes)
}

/** Sends all the bytes that it announces. */
export const sendBytes = rule((_: Deployment, reply: FastifyReply, bytes: Buffer): FastifyReply => reply.send(bytes))
