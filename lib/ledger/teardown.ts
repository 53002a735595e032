import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../client/client.ts'
import type { Identity } from '../client/exchange.ts'
import { whoseIs } from '../service/records/own-record.ts'
import { addText, even, newSentRecord, type SentRecord } from '../service/records/sent-record.ts'
import { findOwnProducts, type ProductsFound } from './find-own-products.ts'
import { organizationOf } from './inventory.ts'
import { deletedByRun, type LedgerContents, type LedgerEntry } from './ledger-lines.ts'
import { OwnershipGuard, type OwnershipGuardOptions } from './ownership-guard.ts'
import { Removal, type Removable, type RemovalOptions } from './removal.ts'
import type { Entry } from './whole-list.ts'
import { asText } from '../contract/show.ts'

export interface Teardown extends Pick<RemovalOptions, 'onRemoved'> {
  readonly contents: LedgerContents
  readonly client: Client
  /** The guard of the client, from `teardownGuard`. */
  readonly guard: OwnershipGuard
}

/** The guard of a teardown: it knows the records of the ledger, and the client lets it read. */
export function teardownGuard(contents: LedgerContents, send: OwnershipGuardOptions['send']): OwnershipGuard {
  const { runId } = contents.header
  const guard = new OwnershipGuard({ runId, send, check: 'teardown', pauses: [0], untilFound: 0 })
  for (const { id, identity, refused, ...entry } of contents.entries)
    guard.expect({ id, sent: sentOf(entry, runId), identity }, refused !== undefined)
  return guard
}

/** What a teardown could not bring to its end. */
export interface TeardownEnd {
  /** What is still there, or may be, a line each. */
  readonly left: readonly string[]
  /** Further notes, such as changes by others; one line each. */
  readonly notes: readonly string[]
}

/** Milliseconds after which a creation that is in no list did not happen: a service may still execute a request that nobody waits for. */
const settledAfter = 8000

/**
 * Removes the records of a run: products with all their contents. Each one is deleted only if a read by its id shows what the run
 * sent, and lists show no additions by others; creations without an answer are searched for by their whole names. Files cannot be
 * deleted and go with their product.
 */
export async function teardown({ contents, client, guard, onRemoved }: Teardown): Promise<TeardownEnd> {
  const products = contents.entries.filter(({ kind, refused }) => kind === 'product' && refused === undefined)
  const removal = new Removal({ client, onRemoved })
  const sent = new SentProducts(contents)
  for (const [identity, entries] of Map.groupBy(products, (entry) => organizationOf(entry.identity)))
    await removeProducts({ client, guard, removal, contents, sent, identity, entries })
  return { left: removal.left, notes: [...removal.foreign.values()] }
}

/** Fields that show the sent name; the contract does not define the name field of items. */
const namingFields = {
  product: ['name'],
  item: ['name', 'title'],
  property: ['name', 'title'],
  file: ['name', 'originalFileName'],
} as const satisfies Record<LedgerEntry['kind'], readonly string[]>

/** What a line of the ledger says that was sent. */
function sentOf(
  {
    kind,
    name,
    readableId,
    place,
    renamings,
  }: Pick<LedgerEntry, 'kind' | 'name' | 'readableId' | 'place' | 'renamings'>,
  runId: string,
): SentRecord {
  const sent = newSentRecord(kind, runId)
  for (const names of [{ name, readableId }, ...renamings]) {
    for (const field of namingFields[kind]) for (const text of namesOf(kind, names.name)) addText(sent, field, text)
    if (names.readableId !== undefined) addText(sent, 'readable_id', names.readableId)
  }
  if (place !== undefined) sent.places.add(place.toLowerCase())
  return sent
}

/** A name as a service may show it: of a file name that is a path it keeps the last part. */
function namesOf(kind: LedgerEntry['kind'], name: string | undefined): readonly string[] {
  if (name === undefined) return []
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return kind === 'file' && last !== '' ? [name, last] : [name]
}

interface ProductRemoval {
  readonly client: Client
  readonly guard: OwnershipGuard
  readonly removal: Removal
  readonly contents: LedgerContents
  readonly sent: SentProducts
  readonly identity: Identity
  readonly entries: readonly LedgerEntry[]
}

/** The products of one organization: those of the ledger, then those that a search finds by what was sent. */
async function removeProducts(work: ProductRemoval): Promise<void> {
  const { removal, entries } = work
  await removal.remove(withIds(entries))
  const searched = await search(work, false)
  await removal.remove(withIds(untrulyDeleted(work, searched)))
  await removeFound(work, searched)
  const isLost = ({ id }: LedgerEntry): boolean => id === undefined || removal.mistaken.has(id) || removal.gone.has(id)
  await removeLost(work, searched, entries.filter(isLost))
}

function withIds(entries: readonly LedgerEntry[]): readonly Removable[] {
  return entries.flatMap(({ id, identity }) => (id === undefined ? [] : [{ id, identity }]))
}

function search({ client, contents, identity, sent }: ProductRemoval, everywhere: boolean): Promise<ProductsFound> {
  const { runId } = contents.header
  return findOwnProducts(client, { runId, identity, everywhere, isSent: (row) => sent.of(row) !== undefined })
}

/** The requests for new products, found by the values in a row. */
class SentProducts {
  readonly #byText = new Map<string, SentRecord[]>()

  constructor({ entries, header: { runId } }: LedgerContents) {
    for (const entry of entries.filter(({ kind }) => kind === 'product')) {
      const sent = sentOf(entry, runId)
      for (const text of [...sent.texts.values()].flatMap((texts) => [...texts]))
        this.#byText.set(text, [...(this.#byText.get(text) ?? []), sent])
    }
  }

  /** What was sent for a row that shows just that. */
  of(row: Entry): SentRecord | undefined {
    const texts = [row['readable_id'], row['readableId'], row['name']].filter((text) => typeof text === 'string')
    const sent = texts.flatMap((text) => this.#byText.get(even(text)) ?? [])
    return sent.find((one) => whoseIs(row, one) === 'own')
  }
}

/** Records that the run deleted and a list still shows: the other deletions may be equally untrue. */
function untrulyDeleted({ contents, identity }: ProductRemoval, { found }: ProductsFound): readonly LedgerEntry[] {
  const shown = new Set(found.map(({ id }) => asText(id).toLowerCase()))
  const deleted = contents.entries.filter(
    (entry) => organizationOf(entry.identity) === identity && entry.refused === deletedByRun,
  )
  return deleted.some(({ id }) => id !== undefined && shown.has(id.toLowerCase())) ? deleted : []
}

/** Creations without an answer, or with a foreign id or none in it: they are searched for in the whole lists. */
async function removeLost(work: ProductRemoval, searched: ProductsFound, lost: readonly LedgerEntry[]): Promise<void> {
  const { removal } = work
  const ownRows = ({ found }: ProductsFound): readonly Entry[] =>
    found.filter(({ id }) => !removal.foreign.has(asText(id)))
  const open = missingFrom(ownRows(searched), lost)
  if (open.length === 0) return
  await pause(open.reduce((longest, entry) => Math.max(longest, untilSettled(entry)), 0))
  const everywhere = await search(work, true)
  await removeFound(work, everywhere)
  for (const { id, readableId } of missingFrom(ownRows(everywhere), open))
    if (id !== undefined && readableId !== undefined && removal.mistaken.has(id))
      removal.foreign.set(
        readableId,
        `product ${readableId} may exist: its creation returned ${id}, and no list shows it`,
      )
  const missing = missingFrom(everywhere.found, open)
  if (missing.length === 0 || everywhere.problem === undefined) return
  const names = missing.map(({ readableId }) => readableId ?? 'one without a readable_id').join(', ')
  removal.left.push(`products whose creation got no answer (${names}): ${everywhere.problem}`)
}

/** A record from a list is claimed by what was sent, and read by its id like the others. */
async function removeFound(
  { guard, removal, sent, identity }: ProductRemoval,
  { found }: ProductsFound,
): Promise<void> {
  for (const row of found) {
    const one = sent.of(row)
    if (one) guard.expect({ id: asText(row['id']), sent: one, identity })
  }
  await removal.remove(found.map(({ id }) => ({ id: asText(id), identity })))
}

function missingFrom(found: readonly Entry[], entries: readonly LedgerEntry[]): readonly LedgerEntry[] {
  const shown = new Set(found.map((row) => row['readable_id'] ?? row['readableId']))
  return entries.filter(({ readableId }) => readableId === undefined || !shown.has(readableId))
}

/** Milliseconds to wait before a creation that is in no list counts as not executed. */
function untilSettled({ at, answered, id }: LedgerEntry): number {
  if (answered !== undefined || id !== undefined || at === undefined) return 0
  return Math.min(settledAfter, Date.parse(at) + settledAfter - Date.now())
}
