import { Client } from '../client/client.ts'
import type { Exchange } from '../client/exchange.ts'
import { reachOf, type Connection } from '../config/connection.ts'
import type { Configuration } from '../config/configuration.ts'
import type { TargetKeys } from '../config/read-keys.ts'
import type { WriteGuard } from '../client/write-guard.ts'
import type { TeardownBounds } from '../ledger/teardown-bounds.ts'

export interface TeardownClientOptions {
  readonly bounds: TeardownBounds
  readonly guard: WriteGuard
  readonly onExchange: (exchange: Exchange) => void
}

/** A client that reaches all that a ledger names, within bounds of its own: those of the run are spent, and what it made does not stay. */
export function teardownClient(
  configuration: Pick<Configuration, 'baseUrl' | 'keys' | 'mode' | 'concurrency'> & Connection,
  { bounds: { maxRequests, durationMs, timeoutMs }, guard, onExchange }: TeardownClientOptions,
): Client {
  return new Client({
    ...reachOf(configuration),
    mode: configuration.mode,
    timeoutMs,
    maxRequests,
    deadline: Date.now() + durationMs,
    keys: reachingKeys(configuration.keys),
    guard,
    onExchange,
  })
}

/** Any key of the organization reaches what another of its keys has made. */
function reachingKeys(keys: TargetKeys): TargetKeys {
  return { ...keys, sameOrganization: keys.sameOrganization ?? keys.own }
}
