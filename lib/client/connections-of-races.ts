import type { Socket } from 'node:net'
import { buildConnector, Client } from 'undici'
import { mayBeProxied, type OriginDispatcher, proxiedDispatcher } from './proxied-dispatcher.ts'

export interface RaceConnections {
  readonly connections: readonly OriginDispatcher[]
  /** Call this when all requests over them are complete. */
  readonly close: () => Promise<void>
}

export interface ConnectionOptions {
  readonly origin: string
  readonly connectMs: number
  /** Milliseconds after which an unused connection is closed. */
  readonly idleMs: number
  /** The certificate that is shown, and its key, as PEM. */
  readonly tls: { readonly cert?: string; readonly key?: string }
}

interface Connection {
  readonly dispatcher: OriginDispatcher
  readonly socket: Socket
}

/** Separate connections for simultaneous requests: those that are still open after a race are used for the next one. */
export class ConnectionsOfRaces {
  readonly #options: ConnectionOptions & { readonly areKept: boolean }
  #idle: Connection[] = []
  #isClosed = false

  constructor(options: ConnectionOptions & { readonly areKept: boolean }) {
    this.#options = options
  }

  /**
   * This number of connections, TLS included, all ready to write in the same tick. Rejects if one does not open. Connections
   * through a proxy open when they are written to.
   */
  async open(count: number): Promise<RaceConnections> {
    if (mayBeProxied(this.#options.origin)) return proxiedConnections(count, this.#options)
    const open = this.#idle.filter(({ socket }) => socket.readyState === 'open')
    const taken = open.slice(0, count)
    const closed = this.#idle.filter((connection) => !open.includes(connection))
    this.#idle = open.slice(count)
    await close(closed)
    const connections = [...taken, ...(await this.#further(count - taken.length, taken))]
    return { connections: connections.map(({ dispatcher }) => dispatcher), close: () => this.#take(connections) }
  }

  /** Closes those that wait for a race; a race in progress closes its own. */
  async destroy(): Promise<void> {
    this.#isClosed = true
    await close(this.#idle.splice(0))
  }

  async #further(count: number, taken: readonly Connection[]): Promise<readonly Connection[]> {
    try {
      return await openConnections(count, this.#options)
    } catch (error) {
      await close(taken)
      throw error
    }
  }

  async #take(connections: readonly Connection[]): Promise<void> {
    if (this.#isClosed || !this.#options.areKept) await close(connections)
    else this.#idle.push(...connections)
  }
}

/** Opens connections and returns whether all of them opened. */
export async function connects(options: ConnectionOptions): Promise<boolean> {
  // A proxy opens a connection in any case, and its answer shows whether the target is reachable.
  if (mayBeProxied(options.origin)) return true
  try {
    await close(await openConnections(1, options))
    return true
  } catch {
    return false
  }
}

async function openConnections(count: number, options: ConnectionOptions): Promise<readonly Connection[]> {
  const { origin, connectMs, idleMs, tls } = options
  const connector = buildConnector({ allowH2: false, timeout: connectMs, ...tls })
  const opened = await Promise.allSettled(Array.from({ length: count }, () => openSocket(connector, new URL(origin))))
  const sockets = opened.flatMap((socket) => (socket.status === 'fulfilled' ? [socket.value] : []))
  const failed = opened.find((socket) => socket.status === 'rejected')
  if (failed) {
    for (const socket of sockets) socket.destroy()
    throw failed.reason
  }
  const pooling = { allowH2: false, keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs }
  return sockets.map((socket) => ({
    dispatcher: new Client(origin, { ...pooling, connect: handingOver(socket, connector) }),
    socket,
  }))
}

async function close(connections: readonly Connection[]): Promise<void> {
  await Promise.all(connections.map(({ dispatcher }) => dispatcher.destroy()))
  for (const { socket } of connections) socket.destroy()
}

function proxiedConnections(count: number, { origin, connectMs, tls }: ConnectionOptions): RaceConnections {
  const connections = Array.from({ length: count }, () =>
    proxiedDispatcher(origin, { connections: 1, connectTimeout: connectMs, connect: tls }),
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
    // An IPv6 address has brackets in a URL, but not in a socket's address.
    const address = hostname.replace(/^\[(.*)\]$/, '$1')
    connector({ hostname: address, host, protocol, port }, (error, socket) => {
      if (error) reject(error)
      else resolve(socket)
    })
  })
}

/** Gives the open socket to the one that connects; if it was closed meanwhile, it connects again. */
function handingOver(socket: Socket, connector: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    if (socket.readyState === 'open') {
      // If called back synchronously, undici would take the connection and leave the request in its queue.
      queueMicrotask(() => callback(null, socket))
    } else connector(options, callback)
  }
}
