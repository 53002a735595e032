import { once } from 'node:events'
import { connect, createServer } from 'node:net'

export interface LatencyProxy extends AsyncDisposable {
  readonly baseUrl: string
}

/** Stands before a service on loopback and holds back each piece of an answer for some time. */
export async function latencyProxy(behind: string, latencyMs: number): Promise<LatencyProxy> {
  const sockets = new Set<{ destroy: () => void }>()
  const server = createServer((client) => {
    const service = connect(Number(new URL(behind).port), '127.0.0.1')
    for (const socket of [client, service]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
    }
    client.pipe(service)
    service.on('data', (chunk: Buffer) => setTimeout(() => client.write(chunk), latencyMs))
    service.on('end', () => setTimeout(() => client.end(), latencyMs))
    client.on('close', () => service.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
