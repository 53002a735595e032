import { createServer, type RequestListener } from 'node:http'
import { createServer as createSocketServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A server on a free port of loopback that ends with the test's scope. */
export interface OpenServer extends AsyncDisposable {
  readonly url: string
}

/** Serves HTTP with one function. */
export function openServer(listener: RequestListener): Promise<OpenServer> {
  const server = createServer(listener)
  return opened(server, () => server.closeAllConnections())
}

/** Serves whatever bytes a function writes once something has come in. */
export function openSocketServer(answer: (socket: Socket, received: Buffer) => void): Promise<OpenServer> {
  const sockets = new Set<Socket>()
  const server = createSocketServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (received) => answer(socket, Buffer.from(received)))
  })
  return opened(server, () => {
    for (const socket of sockets) socket.destroy()
  })
}

async function opened(server: Server, drop: () => void): Promise<OpenServer> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => {
        server.close(resolve)
      })
      drop()
      await closed
    },
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}
