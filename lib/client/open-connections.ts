import type { Socket } from 'node:net'
import { buildConnector, Client } from 'undici'
import { mayBeProxied, type OriginDispatcher, proxiedDispatcher } from './proxied-dispatcher.ts'

export interface RaceConnections {
  readonly connections: readonly OriginDispatcher[]
  readonly close: () => Promise<void>
}

interface ConnectionOptions {
  readonly origin: string
  readonly count: number
  readonly connectMs: number
}

/**
 * Opens connections of their own, TLS included, each ready to write in the same tick. Rejects where one does not open.
 * Those through a proxy open when they are written to.
 */
export async function openConnections(options: ConnectionOptions): Promise<RaceConnections> {
  if (mayBeProxied(options.origin)) return proxiedConnections(options)
  const { origin, count, connectMs } = options
  const connector = buildConnector({ allowH2: false, timeout: connectMs })
  const opened = await Promise.allSettled(Array.from({ length: count }, () => openSocket(connector, new URL(origin))))
  const sockets = opened.flatMap((socket) => (socket.status === 'fulfilled' ? [socket.value] : []))
  const failed = opened.find((socket) => socket.status === 'rejected')
  if (failed) {
    for (const socket of sockets) socket.destroy()
    throw failed.reason
  }
  const connections = sockets.map(
    (socket) => new Client(origin, { allowH2: false, connect: handingOver(socket, connector) }),
  )
  return {
    connections,
    close: async () => {
      await Promise.all(connections.map((connection) => connection.destroy()))
      for (const socket of sockets) socket.destroy()
    },
  }
}

function proxiedConnections({ origin, count, connectMs }: ConnectionOptions): RaceConnections {
  const connections = Array.from({ length: count }, () =>
    proxiedDispatcher(origin, { connections: 1, connectTimeout: connectMs }),
  )
  return {
    connections,
    close: async () => {
      await Promise.all(connections.map((connection) => connection.destroy()))
    },
  }
}

function openSocket(connector: buildConnector.connector, { hostname, host, protocol, port }: URL): Promise<Socket> {
  return new Promise((resolve, reject) => {
    // An IPv6 address stands in brackets in a URL, and without them in a socket's address.
    const address = hostname.replace(/^\[(.*)\]$/, '$1')
    connector({ hostname: address, host, protocol, port }, (error, socket) => {
      if (error) reject(error)
      else resolve(socket)
    })
  })
}

/** Gives the open socket to who connects; who finds it closed meanwhile connects anew. */
function handingOver(socket: Socket, connector: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    if (socket.readyState === 'open') {
      // Called back within the call, undici would take the connection and leave the request in its queue.
      queueMicrotask(() => callback(null, socket))
    } else connector(options, callback)
  }
}
