import { Client } from '../client/client.ts'
import type { Exchange } from '../client/exchange.ts'
import { keepSecret } from '../client/redactor.ts'
import type { Configuration } from '../config/configuration.ts'
import { loadControls } from '../config/controls.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { TargetKeys } from '../config/read-keys.ts'

/** Milliseconds for a whole request: a run that ends is not held up by a target that hangs. */
const patience = 10_000

/**
 * A client that reaches all that the ledger names. It has no deadline and no request budget: what a run made does not stay.
 * A key of the other organization that a check had made for it is not known here: the controls make another.
 */
export async function cleaningClient(
  configuration: Configuration,
  { ledger, onExchange }: { readonly ledger: Ledger; readonly onExchange: (exchange: Exchange) => void },
): Promise<Client> {
  const { baseUrl, keys, mode, concurrency } = configuration
  const other = keys.otherOrganization ?? (await otherKey(configuration, ledger))
  return new Client({
    baseUrl,
    mode,
    concurrency,
    timeoutMs: patience,
    keys: reachingKeys({ ...keys, ...(other === undefined ? {} : { otherOrganization: other }) }),
    onExchange,
  })
}

/** Any key of the organization reaches what another of its keys has made. */
export function reachingKeys(keys: TargetKeys): TargetKeys {
  return { ...keys, sameOrganization: keys.sameOrganization ?? keys.own }
}

async function otherKey({ controlsModule }: Configuration, ledger: Ledger): Promise<string | undefined> {
  if (!ledger.read().entries.some(({ identity }) => identity === 'other-organization')) return undefined
  try {
    const controls = await loadControls(controlsModule)
    const { key } = await controls.createApiKey({ organization: 'other' })
    keepSecret(key)
    return key
  } catch {
    // What cannot be reached without the key is then named as left behind.
    return undefined
  }
}
