import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FaultSwitch } from '../../faults/fault-switch.ts'

// What Node takes as a header value on the way out.
const sendable = /^[\t\u0020-\u007e\u0080-\u00ff]+$/u

/** The incoming `x-request-id` as it came, or a fresh id where there is none that could be sent back. */
export function requestIdOf(
  faults: FaultSwitch,
  incoming: Pick<IncomingMessage, 'headers' | 'method' | 'url'>,
): string {
  const given = incoming.headers['x-request-id']
  if (typeof given !== 'string' || !sendable.test(given)) return freshId(faults)
  if (given !== given.toLowerCase() && faults.active('request-id-in-lower-case')) return given.toLowerCase()
  if (incoming.url?.split('?', 1)[0]?.endsWith('/download') && faults.active('request-id-fresh-on-downloads')) {
    return randomUUID()
  }
  const { method, url = '' } = incoming
  if (method === 'POST' && url.includes('/files/') && faults.active('request-id-fresh-on-uploads')) return randomUUID()
  if (method !== 'GET' && url.includes('/properties') && faults.active('request-id-fresh-on-property-writes')) {
    return randomUUID()
  }
  if (given.length > 32 && faults.active('request-id-cut-short')) return given.slice(0, 32)
  return given
}

function freshId(faults: FaultSwitch): string {
  return faults.active('request-id-of-its-own-repeats') ? '2f1b4a0e-7c55-4d0e-9b1c-6a8f3d2e1c00' : randomUUID()
}
