import type { ClientOptions } from '../../lib/client/client-options.ts'
import { Client } from '../../lib/client/client.ts'
import { noteDrawn } from '../../lib/client/drawn-ids.ts'
import type { Exchange } from '../../lib/client/exchange.ts'
import type { RequestDescription } from '../../lib/client/request-description.ts'
import type { WriteGuard } from '../../lib/client/write-guard.ts'
import { targetOf, WritePermit } from '../../lib/client/write-permit.ts'

export const ownKey = 'svc_api_OwnKeyOfTheTests0123456789abcdef'

export interface OpenClient extends AsyncDisposable {
  readonly client: Client
  /** What the client reported, in its order. */
  readonly exchanges: readonly Exchange[]
}

/** Permits what a test sends to a server of its own: whatever it names stands for nothing. */
const permitsAll: WriteGuard = {
  admit: async (request: RequestDescription) => {
    noteDrawn(targetOf(request.path) ?? '')
    return { permit: WritePermit.for(request, undefined), answered: () => undefined, failed: () => undefined }
  },
  observe: () => undefined,
}

/** A client for one test, closed at the end of its scope. */
export function openClient(baseUrl: string, options: Partial<ClientOptions> = {}): OpenClient {
  const exchanges: Exchange[] = []
  const client = new Client({
    baseUrl,
    keys: { own: ownKey },
    mode: 'read-write',
    guard: permitsAll,
    concurrency: 4,
    onExchange: (exchange) => exchanges.push(exchange),
    ...options,
  })
  return { client, exchanges, [Symbol.asyncDispose]: () => client.close() }
}
