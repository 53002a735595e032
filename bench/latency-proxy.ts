import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'

export interface LatencyProxy {
  readonly baseUrl: string
  stop(): Promise<void>
}

/** A proxy that holds every request back for a while before it passes it on. */
export async function startLatencyProxy(target: string, latency: number): Promise<LatencyProxy> {
  const upstream = new URL(target)
  const server: Server = createServer((incoming, outgoing) => {
    setTimeout(() => {
      const passed = request(
        {
          host: upstream.hostname,
          port: upstream.port,
          method: incoming.method,
          path: incoming.url,
          headers: incoming.headers,
        },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
          answer.pipe(outgoing)
        },
      )
      passed.on('error', () => outgoing.destroy())
      incoming.pipe(passed)
    }, latency)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
