import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

// What Node takes as a header value on the way out.
const sendable = /^[\t\u0020-\u007e\u0080-\u00ff]+$/u

/** The incoming `x-request-id` as it came, or a fresh id where there is none that could be sent back. */
export function requestIdOf(incoming: Pick<IncomingMessage, 'headers'>): string {
  const given = incoming.headers['x-request-id']
  return typeof given === 'string' && sendable.test(given) ? given : randomUUID()
}
