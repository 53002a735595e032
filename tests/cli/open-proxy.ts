import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { connect, type AddressInfo } from 'node:net'

/** A proxy of plain requests and of tunnels that reaches one server, whatever is asked for, and notes what was. */
export async function openProxy(behind: string) {
  const asked: string[] = []
  const { port: serverPort } = new URL(behind)
  const server = createServer((incoming, response) => {
    const { method = 'GET', headers, url = '/' } = incoming
    asked.push(`${method} ${new URL(url).origin}`)
    const forwarded = request(
      new URL(new URL(url).pathname + new URL(url).search, behind),
      { method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    incoming.pipe(forwarded)
  })
  server.on('connect', (incoming, socket) => {
    asked.push(`CONNECT ${incoming.url ?? ''}`)
    const upstream = connect(Number(serverPort), '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    upstream.on('error', () => socket.destroy())
    socket.on('error', () => upstream.destroy())
    upstream.pipe(socket).pipe(upstream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port }: AddressInfo = Object(server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
