import { setTimeout as pause } from 'node:timers/promises'
import { Client } from '../client/client.ts'
import type { Exchange } from '../client/exchange.ts'
import { keepSecret } from '../client/redactor.ts'
import { reachOf, type Connection } from '../config/connection.ts'
import type { Configuration } from '../config/configuration.ts'
import { wrapControls, type Controls } from '../config/controls.ts'
import { loadControls } from '../config/load-controls.ts'
import type { TargetKeys } from '../config/read-keys.ts'
import { ledgeredControls } from '../ledger/ledgered-controls.ts'
import type { LedgerContents } from '../ledger/ledger-lines.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { withLostUploads } from '../ledger/lost-uploads.ts'
import { restoreSettings, revokeKeys } from '../ledger/restore-settings.ts'
import { teardown, teardownGuard, type TeardownEnd } from '../ledger/teardown.ts'
import { teardownBounds, type Pace, type TeardownBounds } from '../ledger/teardown-bounds.ts'
import { tracesLeft } from '../ledger/traces.ts'
import type { WriteGuard } from '../client/write-guard.ts'

export interface UndoOptions {
  readonly ledger: Ledger
  /** What was seen of the target; a slow one gets more time. */
  readonly pace?: Pace
  readonly onExchange?: (exchange: Exchange) => void
  readonly onRemoved?: (there: boolean) => void
  /** Instead of those of the configuration's module. */
  readonly controls?: Controls
}

/** How a run was undone. */
export interface UndoneRun extends TeardownEnd {
  /** What the interface cannot remove, a line each; known only where nothing else is left. */
  readonly traces: readonly string[]
}

type Undone = Pick<Configuration, 'baseUrl' | 'keys' | 'mode' | 'concurrency'> &
  Connection &
  Partial<Pick<Configuration, 'controlsModule' | 'embedded'>>

/** Milliseconds beyond the bounds of a teardown, and the last of its requests, after which it is given up, whatever it waits for. */
const grace = 5000

/**
 * Puts back what a run changed in the organization and removes what it made, within bounds; never throws, for reports are
 * written after it. What is left is named, and the ledger is kept where something is.
 */
export async function undoRun(configuration: Undone, options: UndoOptions): Promise<UndoneRun> {
  const { ledger } = options
  const over = new AbortController()
  try {
    const contents = ledger.read()
    if (contents.entries.length + contents.settings.length === 0) return { left: [], notes: [], traces: [] }
    const bounds = teardownBounds(contents.entries.length, options.pace)
    const { durationMs, timeoutMs } = bounds
    const tooLate = pause(
      durationMs + timeoutMs + grace,
      unended(ledger, `it did not finish within ${durationMs / 1000} s`),
      over,
    )
    return await Promise.race([undo(configuration, { ...options, bounds }, contents), tooLate])
  } catch (error) {
    return unended(ledger, error instanceof Error ? error.message : String(error))
  } finally {
    over.abort()
  }
}

function unended({ path }: Ledger, why: string): UndoneRun {
  return { left: [`the records in ${path}: ${why}`], notes: [], traces: [] }
}

interface Bounded {
  readonly bounds: TeardownBounds
}

async function undo(
  configuration: Undone,
  { ledger, bounds, onExchange = () => undefined, onRemoved, controls: given }: UndoOptions & Bounded,
  contents: LedgerContents,
): Promise<UndoneRun> {
  const { entries, settings } = contents
  const reachesOther = configuration.keys.otherOrganization !== undefined
  const wantsOther = !reachesOther && entries.some(({ identity }) => identity === 'other-organization')
  const controls = await controlsFor(configuration, { ledger, given, needed: wantsOther || settings.length > 0 })
  // First, or a limit that a check has set would hold up every deletion.
  const restored = await restoreSettings(ledger, controls)
  const keys = wantsOther ? await withOtherKey(configuration.keys, controls) : configuration.keys
  const guard = teardownGuard(contents, (request) => client.send(request))
  const client: Client = teardownClient({ ...configuration, keys }, { bounds, guard, onExchange })
  try {
    const known = await withLostUploads(client, contents)
    const torn = await teardown({ contents, client, guard, ...(onRemoved && { onRemoved }) })
    const revoked = await revokeKeys(ledger, controls)
    const ends = [restored, torn, revoked]
    const left = ends.flatMap((end) => end.left)
    const isTraced = left.length === 0 && configuration.embedded !== true
    const traces = isTraced ? await tracesLeft({ client, contents: known }) : []
    if (left.length === 0) ledger.discard()
    return { left, notes: ends.flatMap(({ notes }) => notes), traces }
  } finally {
    controls.end()
    await client.close()
  }
}

async function controlsFor(
  { controlsModule, mode, keys }: Undone,
  {
    ledger,
    given,
    needed,
  }: Pick<UndoOptions, 'ledger'> & { readonly given: Controls | undefined; readonly needed: boolean },
): Promise<Controls> {
  const controls = needed ? (given ?? (await loadControls(controlsModule))) : wrapControls({})
  return ledgeredControls(controls, { ledger, mode, keys })
}

/** A key of the other organization that a check had made for it is not known here: the controls make another, to be revoked too. */
async function withOtherKey(keys: TargetKeys, controls: Controls): Promise<TargetKeys> {
  try {
    const { key } = await controls.createApiKey({ organization: 'other' })
    keepSecret(key)
    return { ...keys, otherOrganization: key }
  } catch {
    // What cannot be reached without the key is then named as left behind.
    return keys
  }
}

interface TeardownClientOptions {
  readonly bounds: TeardownBounds
  readonly guard: WriteGuard
  readonly onExchange: (exchange: Exchange) => void
}

/** A client that reaches all that a ledger names, within bounds of its own: those of the run are spent, and what it made does not stay. */
function teardownClient(
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
