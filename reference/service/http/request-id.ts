import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'

// What Node accepts as a header value of a response.
const sendable = /^[\t\u0020-\u007e\u0080-\u00ff]+$/u

/** The incoming `x-request-id` as it came, or a fresh id if there is none that could be sent back. */
export const requestIdOf = rule((_: Deployment, { headers }: Pick<IncomingMessage, 'headers'>): string => {
  const given = headers['x-request-id']
  return typeof given === 'string' && sendable.test(given) ? given : randomUUID()
})
