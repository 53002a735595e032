import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { openServer, type OpenServer } from '../client/open-server.ts'

/** An answer of the service behind, on its way to the client. */
export interface Relayed {
  readonly asked: IncomingMessage
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
  /** How many answers were relayed before. */
  readonly number: number
}

/** Gives the answer in its own way. */
export type Spoil = (answer: Relayed, response: ServerResponse) => void | Promise<void>

export interface RelayOptions {
  /** What is not forwarded is answered by the spoil alone. */
  readonly isForwarded?: (asked: IncomingMessage) => boolean
  /** What the service behind is asked for instead. */
  readonly rewrite?: (url: string) => string
}

/** Stands before a service and gives its answers in a way of its own. */
export function openRelay(
  behind: string,
  spoil: Spoil,
  { isForwarded = () => true, rewrite = (url) => url }: RelayOptions = {},
): Promise<OpenServer> {
  let number = 0
  return openServer((asked, response) => {
    response.on('error', () => undefined)
    if (!isForwarded(asked)) {
      asked.resume()
      void spoil({ asked, status: 204, headers: {}, body: Buffer.alloc(0), number }, response)
      return
    }
    const forwarded = request(
      `${behind}${rewrite(asked.url ?? '')}`,
      { method: asked.method ?? 'GET', headers: asked.headers },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          const relayed = { asked, status: answer.statusCode ?? 500, headers: answer.headers, number }
          number += 1
          void spoil({ ...relayed, body: Buffer.concat(chunks) }, response)
        })
      },
    )
    forwarded.on('error', () => response.destroy())
    asked.pipe(forwarded)
  })
}

/** The answer as it came. */
export function unspoiled({ status, headers, body }: Relayed, response: ServerResponse): void {
  const { connection: _connection, 'transfer-encoding': _encoding, ...kept } = headers
  response.writeHead(status, kept)
  response.end(body)
}
