import { Client } from '../client/client.ts'
import type { Configuration } from '../config/configuration.ts'
import { reachTarget } from '../run/reach-target.ts'

/** Asks a target for a list, by a client of its own, before anything is sent for a purpose. Throws `RunError` where it is none. */
export async function reach({ baseUrl, keys }: Pick<Configuration, 'baseUrl' | 'keys'>): Promise<void> {
  const client = new Client({ baseUrl, keys, mode: 'read-only', concurrency: 1, onExchange: () => undefined })
  try {
    await reachTarget(client, baseUrl)
  } finally {
    await client.close()
  }
}
