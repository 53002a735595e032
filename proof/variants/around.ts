import type { FastifyReply } from 'fastify'
import type { Sending, TransportChange } from '../changes/change.ts'
import { transports } from '../changes/transports.ts'
import type { Deployment } from '../../reference/service/deployment.ts'

/** Does something to the reply that leaves its payload as it is. */
export function around(
  work: (reply: FastifyReply, sending: Sending, deployment: Deployment) => unknown,
): TransportChange {
  return transports((sending, deployment) => {
    work(sending.reply, sending, deployment)
    return sending.payload
  })
}
