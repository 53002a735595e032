import { Client } from '../client/client.ts'
import { reachOf, type Connection } from '../config/connection.ts'
import type { Configuration } from '../config/configuration.ts'
import { reachTarget } from '../run/reach-target.ts'

/**
 * Requests a list from a target, with a separate client, before anything else, and returns the milliseconds of its slowest
 * answer. Throws `RunError` if the target is not a deployment.
 */
export async function reach(target: Pick<Configuration, 'baseUrl' | 'keys'> & Connection): Promise<number> {
  const { baseUrl } = target
  const client = new Client({
    ...reachOf({ ...target, concurrency: 1 }),
    mode: 'read-only',
    onExchange: () => undefined,
  })
  try {
    await reachTarget(client, baseUrl)
    return client.slowestMs
  } finally {
    await client.close()
  }
}
