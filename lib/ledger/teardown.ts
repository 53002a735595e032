import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../client/client.ts'
import type { Identity } from '../client/exchange.ts'
import { findOwnProducts, type FoundProduct, type ProductsFound } from './find-own-products.ts'
import { deletedByRun, type LedgerContents, type LedgerEntry } from './ledger-lines.ts'
import type { Ledger } from './ledger.ts'
import { Removal, type Removable, type RemovalOptions } from './removal.ts'

export interface Teardown extends Pick<RemovalOptions, 'client' | 'onRemoved'> {
  readonly ledger: Ledger
}

/** What a teardown could not bring to its end. */
export interface TeardownEnd {
  /** What is still there, or may be, a line each. */
  readonly left: readonly string[]
  /** What else there is to say, such as what the ledger names and the run did not make; a line each. */
  readonly notes: readonly string[]
}

/** Milliseconds after which what was sent, and is in no list, has not come about: a service may still be at work on what nobody waits for. */
const settledAfter = 8000

/**
 * Removes what a run made: products, with all that hangs on them, then what was made elsewhere. Each is deleted only where a
 * list or a read shows the mark of the run on it; what was announced and never answered is searched for by that mark. Files
 * have no deletion and go with their product.
 */
export async function teardown({ ledger, client, onRemoved }: Teardown): Promise<TeardownEnd> {
  const contents = ledger.read()
  const removal = new Removal({ client, runId: contents.header.runId, onRemoved })
  for (const [identity, entries] of entriesOf(contents, 'product'))
    await removeProducts({ client, removal, contents, identity, entries })
  for (const kind of ['item', 'property'] as const)
    for (const [identity, entries] of entriesOf(contents, kind)) {
      const made = entries.flatMap(({ id }): Removable[] => (id === undefined ? [] : [{ kind, id, identity }]))
      await removal.remove(await removal.confirmed(made))
    }
  return { left: removal.left, notes: [...removal.foreign.values()] }
}

function entriesOf({ entries }: LedgerContents, kind: Removable['kind']): Map<Identity, LedgerEntry[]> {
  const sought = entries.filter((entry) => entry.kind === kind && entry.refused === undefined)
  return Map.groupBy(sought, ({ identity }) => identity)
}

interface ProductRemoval {
  readonly client: Client
  readonly removal: Removal
  readonly contents: LedgerContents
  readonly identity: Identity
  readonly entries: readonly LedgerEntry[]
}

/** The products of one organization: those that a search by the mark shows, then those of the ledger that it passed over. */
async function removeProducts(work: ProductRemoval): Promise<void> {
  const { client, removal, contents, identity, entries } = work
  const { runId } = contents.header
  const searched = await findOwnProducts(client, { runId, identity, everywhere: false })
  const marked = new Set(searched.found.map(({ id }) => id.toLowerCase()))
  const unseen = [...entries, ...untrulyDeleted(work, marked)].flatMap(({ id }): Removable[] =>
    id === undefined || marked.has(id.toLowerCase()) ? [] : [{ kind: 'product', id, identity }],
  )
  await removal.remove(await removal.confirmed(unseen))
  await removeFound(work, searched.found)
  const isLost = ({ id }: LedgerEntry): boolean => id === undefined || removal.foreign.has(id) || removal.gone.has(id)
  await removeLost(work, searched, entries.filter(isLost))
}

/** What the run has deleted, where a list still shows any of it: the other deletions may be as untrue. */
function untrulyDeleted({ contents, identity }: ProductRemoval, shown: ReadonlySet<string>): readonly LedgerEntry[] {
  const deleted = contents.entries.filter((entry) => entry.identity === identity && entry.refused === deletedByRun)
  return deleted.some(({ id }) => id !== undefined && shown.has(id.toLowerCase())) ? deleted : []
}

/** What was sent and never answered, or answered with the id of something else or of nothing: the whole lists are searched for it. */
async function removeLost(work: ProductRemoval, searched: ProductsFound, lost: readonly LedgerEntry[]): Promise<void> {
  const { client, removal, contents, identity } = work
  const open = missingFrom(searched.found, lost)
  if (open.length === 0) return
  await pause(Math.max(0, ...open.map((entry) => untilSettled(entry))))
  const { found, problem } = await findOwnProducts(client, {
    runId: contents.header.runId,
    identity,
    everywhere: true,
  })
  await removeFound(work, found)
  const missing = missingFrom(found, open)
  if (missing.length === 0 || problem === undefined) return
  const names = missing.map(({ readableId }) => readableId ?? 'one without a readable_id').join(', ')
  removal.left.push(`products whose creation was never answered (${names}): ${problem}`)
}

/** What only a list shows as the run's is read by its id first: a list may dress the rows of others with what was searched for. */
async function removeFound(
  { removal, identity, entries }: ProductRemoval,
  found: readonly FoundProduct[],
): Promise<void> {
  const named = new Set(entries.map(({ id }) => id?.toLowerCase()))
  const [known = [], others = []] = [true, false].map((isNamed) =>
    found.filter(({ id }) => named.has(id.toLowerCase()) === isNamed).map((product) => removable(product, identity)),
  )
  await removal.remove(known)
  await removal.remove(await removal.confirmed(others))
}

function missingFrom(found: readonly FoundProduct[], entries: readonly LedgerEntry[]): readonly LedgerEntry[] {
  const shown = new Set(found.map(({ readableId }) => readableId))
  return entries.filter(({ readableId }) => readableId === undefined || !shown.has(readableId))
}

/** Milliseconds to wait before a creation that is in no list can be said to have come to nothing. */
function untilSettled({ at, answered, id }: LedgerEntry): number {
  if (answered !== undefined || id !== undefined || at === undefined) return 0
  return Math.min(settledAfter, Date.parse(at) + settledAfter - Date.now())
}

function removable({ id }: FoundProduct, identity: Identity): Removable {
  return { kind: 'product', id, identity }
}
