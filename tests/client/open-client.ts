import type { ClientOptions } from '../../lib/client/client-options.ts'
import { Client } from '../../lib/client/client.ts'
import type { Exchange } from '../../lib/client/exchange.ts'

export const ownKey = 'svc_api_OwnKeyOfTheTests0123456789abcdef'

export interface OpenClient extends AsyncDisposable {
  readonly client: Client
  /** What the client reported, in its order. */
  readonly exchanges: readonly Exchange[]
}

/** A client for one test, closed at the end of its scope. */
export function openClient(baseUrl: string, options: Partial<ClientOptions> = {}): OpenClient {
  const exchanges: Exchange[] = []
  const client = new Client({
    baseUrl,
    keys: { own: ownKey },
    mode: 'read-write',
    concurrency: 4,
    onExchange: (exchange) => exchanges.push(exchange),
    ...options,
  })
  return { client, exchanges, [Symbol.asyncDispose]: () => client.close() }
}
