import { setTimeout as pause } from 'node:timers/promises'
import { Client } from '../client/client.ts'
import type { Exchange } from '../client/exchange.ts'
import { keepSecret, redact } from '../client/redactor.ts'
import { reachOf, type Connection } from '../config/connection.ts'
import type { Configuration } from '../config/configuration.ts'
import { wrapControls, type Controls } from '../config/controls.ts'
import { loadControls } from '../config/load-controls.ts'
import type { TargetKeys } from '../config/read-keys.ts'
import { ledgeredControls } from '../ledger/ledgered-controls.ts'
import type { LedgerContents } from '../ledger/ledger-lines.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { withLostUploads, tracesLeft } from '../ledger/traces.ts'
import { restoreSettings, revokeKeys } from '../ledger/restore-settings.ts'
import { teardown, teardownGuard, type TeardownEnd } from '../ledger/teardown.ts'
import { teardownBounds, type Pace, type TeardownBounds } from '../ledger/teardown-bounds.ts'
import type { WriteGuard } from '../client/write-guard.ts'

export interface UndoOptions {
  readonly ledger: Ledger
  /** The observations of the target; a slow one gets more time. */
  readonly pace?: Pace
  readonly onExchange?: (exchange: Exchange) => void
  readonly onRemoved?: (there: boolean) => void
  /** Instead of those of the configuration's module. */
  readonly controls?: Controls
}

export interface UndoneRun extends TeardownEnd {
  /** What the interface cannot remove, one line each; known only if nothing else remains. */
  readonly traces: readonly string[]
}

type Undone = Pick<Configuration, 'baseUrl' | 'keys' | 'mode' | 'concurrency'> &
  Connection &
  Partial<Pick<Configuration, 'controlsModule' | 'embedded'>>

/** Milliseconds beyond the limits of a teardown, and of its last request, after which it is abandoned, whatever it waits for. */
const grace = 5000

/**
 * Restores the settings that a run changed and removes its records, within limits; never throws, because reports are written
 * afterwards. It names what remains, and keeps the ledger in that case.
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
  // First, because a limit set by a check would delay every deletion.
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
    const kept = left.length === 0 ? ledger.discard() : undefined
    return { left, notes: [...ends.flatMap(({ notes }) => notes), ...(kept === undefined ? [] : [kept])], traces }
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

/**
 * A key of the other organization that was created for the check is not known here: the controls create another one, which is
 * revoked too.
 */
async function withOtherKey(keys: TargetKeys, controls: Controls): Promise<TargetKeys> {
  try {
    const { key } = await controls.createApiKey({ organization: 'other' })
    keepSecret(key)
    return { ...keys, otherOrganization: key }
  } catch {
    // Records that cannot be reached without the key are named as left behind.
    return keys
  }
}

interface TeardownClientOptions {
  readonly bounds: TeardownBounds
  readonly guard: WriteGuard
  readonly onExchange: (exchange: Exchange) => void
}

/** A client for everything that a ledger names, with its own limits: those of the run may be exhausted, and its records must not remain. */
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

/** Any key of the organization can access the records of its other keys. */
function reachingKeys(keys: TargetKeys): TargetKeys {
  return { ...keys, sameOrganization: keys.sameOrganization ?? keys.own }
}

const longestExample = 300

/**
 * One line that says how much a run leaves behind, with an example and the command that removes it, after writing the ledger;
 * `undefined` if nothing is left.
 */
export function leftBehindLine(left: readonly string[], ledger: Pick<Ledger, 'path' | 'save'>): string | undefined {
  const [first, ...others] = left
  if (first === undefined) return undefined
  // Without a ledger, this line is the only record.
  if (!ledger.save())
    return `left behind, and ${ledger.path} could not be written: ${redact(left.join('; ')).toWellFormed()}`
  const example = redact(first).slice(0, longestExample).toWellFormed()
  const more = others.length === 0 ? '' : `, and ${others.length} more`
  return `left behind: ${example}${more}; remove it with "cleanup ${ledger.path}"`
}
