import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Deployment } from '../deployment.ts'
import { takeAllowance } from './rate-limit.ts'

/** Answers what is no HTTP at all: even that response carries the headers of every response. */
export function answerBrokenRequest(deployment: Deployment, error: Error, socket: Socket): void {
  const closedByPeer = 'code' in error && error.code === 'ECONNRESET'
  if (closedByPeer || socket.destroyed || !socket.writable) return
  const allowance = takeAllowance(deployment, { caller: null, url: '' })
  const body = JSON.stringify({ error: 'invalid_request', message: 'the request cannot be read' })
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
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
