import type { FastifyReply } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'
import type { Download } from './download-file.ts'
import { create } from 'content-disposition'

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

/** The header of an attachment: plain ASCII for old clients, and `filename*` if the name is more than that. */
export const dispositionOf = rule((_: Deployment, { name }: Download): string => create(name))

// RFC 9110, 8.3.1, without parameters.
const mediaType = /^[!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+$/iu

/** The stored type if it can stand in a header, the generic binary one otherwise. */
export const servedType = rule((_: Deployment, { contentType }: Download): string =>
  contentType !== null && mediaType.test(contentType) ? contentType : 'application/octet-stream',
)
