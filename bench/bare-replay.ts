import { Pool } from 'undici'
import type { Exchange, Identity } from '../lib/client/exchange.ts'
import { concurrencyByDefault } from '../lib/target/configuration.ts'
import type { SeparateReference } from './separate-reference.ts'

/** Seconds in which bare undici sends recorded requests, as many at once as the run did, and reads the answers to their end. */
export async function bareReplay(
  exchanges: readonly Exchange[],
  { baseUrl, keys }: SeparateReference,
): Promise<number> {
  const tokens: Readonly<Record<Identity, string>> = {
    own: keys.key,
    'same-organization': keys.sameOrganizationKey,
    'other-organization': keys.otherOrganizationKey,
    revoked: keys.revokedKey,
    forged: 'forged',
    none: '',
  }
  const pool = new Pool(baseUrl, { connections: concurrencyByDefault, pipelining: 1 })
  const waiting = exchanges.values()
  const sender = async (): Promise<void> => {
    for (const { request, identity } of waiting) {
      const { authorization: _authorization, ...headers } = request.headers
      const answer = await pool.request({
        method: request.method,
        path: request.path,
        headers: identity === 'none' ? headers : { ...headers, authorization: `Bearer ${tokens[identity]}` },
        body: bodyOf(request.body),
      })
      await answer.body.arrayBuffer()
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: concurrencyByDefault }, sender))
  const seconds = (performance.now() - started) / 1000
  await pool.destroy()
  return seconds
}

/** Bodies that were not kept as they were come as zeros of the same length. */
function bodyOf(body: Exchange['request']['body']): Buffer | string | null {
  if (body === undefined) return null
  return body.truncated ? Buffer.alloc(body.bytes) : body.text
}
