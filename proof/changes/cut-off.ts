import { Readable } from 'node:stream'
import type { ArrivalChange, Sending, TransportChange } from './change.ts'
import { transports } from './transports.ts'

/** The connection ends when the answer to such a request should begin, before anything was done. */
export function drops(routes: readonly string[]): ArrivalChange {
  return {
    place: 'arrival',
    meet: ({ route, request, reply }) => {
      if (!routes.includes(route)) return
      reply.hijack()
      request.raw.socket.destroy()
    },
  }
}

/** The connection ends when the request is done, and nothing of its answer is sent. */
export function dropsAnswers(routes: readonly string[]): TransportChange {
  return transports((sending) => {
    if (!isOf(routes, sending)) return sending.payload
    sending.request.raw.socket.destroy()
    return ''
  })
}

/** An answer announces so many bytes more than it has, and the connection ends after it. */
export function announcesMore(routes: readonly string[], bytes: number): TransportChange {
  return transports((sending) => {
    const { request, reply, payload } = sending
    if (!isOf(routes, sending) || typeof payload !== 'string') return payload
    reply.header('content-length', Buffer.byteLength(payload) + bytes)
    reply.raw.once('finish', () => request.raw.socket.end())
    // A text would be announced as it is.
    return Readable.from([Buffer.from(payload)])
  })
}

function isOf(routes: readonly string[], { request }: Sending): boolean {
  return routes.includes(`${request.method} ${(request.routeOptions.url ?? '').replace('/v1/public', '')}`)
}
