import { Client } from '../client/client.ts'
import type { Configuration } from '../config/configuration.ts'
import { reachTarget } from '../run/reach-target.ts'

/**
 * Asks a target for a list, by a client of its own, before anything is sent for a purpose, and gives the milliseconds of its
 * slowest answer. Throws `RunError` where it is none.
 */
export async function reach({ baseUrl, keys }: Pick<Configuration, 'baseUrl' | 'keys'>): Promise<number> {
  const client = new Client({ baseUrl, keys, mode: 'read-only', concurrency: 1, onExchange: () => undefined })
  try {
    await reachTarget(client, baseUrl)
    return client.slowestMs
  } finally {
    await client.close()
  }
}
