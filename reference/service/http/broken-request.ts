import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { Deployment } from '../deployment.ts'
import { takeAllowance } from './rate-limit.ts'
import { invalidRequest, methodNotAllowed, type ServiceError } from './service-error.ts'

/** Answers what is no HTTP at all: even that response carries the headers of every response. */
export function answerBrokenRequest(deployment: Deployment, error: Error, socket: Duplex): void {
  const closedByPeer = 'code' in error && error.code === 'ECONNRESET'
  if (!closedByPeer) writeRefusal(deployment, socket, { line: '400 Bad Request', refusal: unreadable, headers: [] })
}

/** Answers a request for a tunnel, which Node gives no handler of requests. */
export function answerTunnelRequest(deployment: Deployment, socket: Duplex): void {
  socket.on('error', () => undefined)
  const headers = ['allow: DELETE, GET, PATCH, POST, PUT']
  writeRefusal(deployment, socket, { line: '405 Method Not Allowed', refusal: methodNotAllowed(), headers })
}

const unreadable = invalidRequest('the request cannot be read')

interface RawRefusal {
  /** What the status line says after the protocol. */
  readonly line: string
  readonly refusal: ServiceError
  readonly headers: readonly string[]
}

function writeRefusal(deployment: Deployment, socket: Duplex, { line, refusal, headers }: RawRefusal): void {
  if (socket.destroyed || !socket.writable) return
  const allowance = takeAllowance(deployment, { caller: null, url: '' })
  const body = JSON.stringify({ error: refusal.code, message: refusal.message })
  socket.end(
    [
      `HTTP/1.1 ${line}`,
      ...headers,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `date: ${new Date().toUTCString()}`,
      `x-request-id: ${randomUUID()}`,
      `x-ratelimit-limit: ${allowance.limit}`,
      `x-ratelimit-remaining: ${allowance.remaining}`,
      `x-ratelimit-reset: ${allowance.reset}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
