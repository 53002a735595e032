import { Pool } from 'undici'
import type { Exchange } from '../lib/client/exchange.ts'
import type { ReferenceProcess } from './reference-process.ts'

/** Milliseconds in which bare undici sends the same requests, in the same order, at the same concurrency. */
export async function replay(
  exchanges: readonly Exchange[],
  reference: ReferenceProcess,
  concurrency: number,
): Promise<number> {
  const pool = new Pool(reference.baseUrl, { connections: concurrency, pipelining: 1 })
  const waiting = exchanges.values()
  const worker = async (): Promise<void> => {
    for (const { request, identity } of waiting) {
      const { authorization: _, 'content-length': __, ...headers } = request.headers
      const answer = await pool.request({
        method: request.method,
        path: request.path,
        headers: { ...headers, ...(identity === 'own' ? { authorization: `Bearer ${reference.key}` } : {}) },
        body: request.body && !request.body.truncated ? request.body.text : null,
      })
      await answer.body.arrayBuffer()
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: concurrency }, worker))
  const milliseconds = performance.now() - started
  await pool.close()
  return milliseconds
}
