import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Client } from '../client/client.ts'
import { inOneLine, withoutControlCharacters } from '../report/escape.ts'
import { reachingKeys } from '../run/cleaning-client.ts'
import { reachTarget } from '../run/reach-target.ts'
import { cleanUp } from '../ledger/clean-up.ts'
import { concurrencyByDefault, type ConfigurationSources } from '../config/configuration.ts'
import { ConfigurationError } from '../config/configuration-error.ts'
import { Ledger } from '../ledger/ledger.ts'
import { readBaseUrl } from '../config/read-base-url.ts'
import { readKeys, type TargetKeys } from '../config/read-keys.ts'
import { settingsFrom } from '../config/settings.ts'
import { failure } from './failure.ts'

export interface CleanupSources extends ConfigurationSources {
  /** One ledger; every one in the reports directory without it. */
  readonly ledger: string | undefined
}

interface Keyring {
  /** The deployment that is configured, where one is. */
  readonly baseUrl: string | undefined
  readonly keys: () => TargetKeys
}

/** What came of a ledger, or of all of them: everything is gone, something is left, or it could not be tried. */
type CleanupCode = 0 | 1 | 2

/** Removes what runs have left that did not come to their end; gives the exit code. Throws `ConfigurationError`. */
export async function cleanup(sources: CleanupSources): Promise<CleanupCode> {
  const settings = settingsFrom(sources)
  const reports = settings.path('reports') ?? resolve(sources.directory, 'reports')
  const paths = sources.ledger === undefined ? ledgersIn(reports) : [resolve(sources.directory, sources.ledger)]
  if (paths.length === 0) process.stdout.write(`no ledger in ${reports}: there is nothing to remove\n`)
  const baseUrl = settings.text('baseUrl')
  const keyring: Keyring = {
    baseUrl: baseUrl === undefined ? undefined : readBaseUrl(baseUrl),
    keys: () => readKeys(settings),
  }
  let worst: CleanupCode = 0
  for (const path of paths) {
    const code = await cleanByLedger(path, keyring).catch((error: unknown) => failure(error))
    if (code > worst) worst = code
  }
  return worst
}

function ledgersIn(directory: string): readonly string[] {
  if (!existsSync(directory)) return []
  return readdirSync(directory)
    .filter((name) => /^ledger-.*\.jsonl$/.test(name))
    .map((name) => join(directory, name))
}

async function cleanByLedger(path: string, { baseUrl, keys }: Keyring): Promise<CleanupCode> {
  const ledger = Ledger.open(path)
  const { header, entries } = ledger.read()
  if (header.embedded) {
    removeRecords(path, header.runId)
    ledger.discard()
    process.stdout.write(`run ${header.runId}: the embedded reference kept nothing beyond its run\n`)
    return 0
  }
  const target = readBaseUrl(header.baseUrl)
  if (baseUrl !== undefined && baseUrl !== target)
    throw new ConfigurationError(`${path} is of a run against ${target}, not ${baseUrl}; give that base URL, or none`)
  const held = keys()
  if (held.otherOrganization === undefined && entries.some(({ identity }) => identity === 'other-organization'))
    throw new ConfigurationError(
      `${path} names data of another organization; set CONFORMANCE_OTHER_ORG_API_KEY to a key of that organization`,
    )
  const client = new Client({
    baseUrl: target,
    keys: reachingKeys(held),
    mode: 'read-write',
    concurrency: concurrencyByDefault,
    onExchange: () => undefined,
  })
  try {
    await reachTarget(client, target)
    return await removeAndTell(ledger, client)
  } finally {
    await client.close()
  }
}

async function removeAndTell(ledger: Ledger, client: Client): Promise<CleanupCode> {
  const { runId } = ledger.read().header
  removeRecords(ledger.path, runId)
  let removed = 0
  let gone = 0
  const left = await cleanUp({
    ledger,
    client,
    onRemoved: (there) => {
      if (there) removed += 1
      else gone += 1
    },
  })
  const already = gone === 0 ? '' : `, ${gone} gone already`
  const remaining = left.length === 0 ? 'nothing is left' : `${left.length} left, and the ledger stays`
  process.stdout.write(`run ${runId}: ${removed} removed${already}, ${remaining}\n`)
  for (const line of left) process.stderr.write(`left behind: ${inOneLine(withoutControlCharacters(line))}\n`)
  return left.length === 0 ? 0 : 1
}

/** What the workers of the run had written down for a report that was never made. */
function removeRecords(ledgerPath: string, runId: string): void {
  const directory = dirname(ledgerPath)
  for (const name of readdirSync(directory).filter((name) => name.startsWith(`.run-${runId}-`)))
    rmSync(join(directory, name), { recursive: true, force: true })
}
