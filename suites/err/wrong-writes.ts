import { isRecord, roleOf, succeeded, type Entry, type Exchange, type MadeItem, rejected, type Sources } from '#suite'
import { entriesIn, withEntries } from '../shared/bulk-subject.ts'
import { listItemsOf } from '../shared/list-items-of.ts'
import { untriedWrite } from '../shared/json-writes.ts'
import { ownPlace, type OwnPlace } from '../shared/own-place.ts'
import { wrongBodies, type WriteThatRefuses, type WrongBody } from './wrong-bodies.ts'

/** A write that was sent with one thing wrong. */
export interface WrongWrite {
  readonly row: WrongBody
  readonly answer: Exchange
  /** Texts that stood beside it: nothing of the target has them unless the write was done. */
  readonly texts: readonly string[]
}

export interface WrongWrites {
  /** The same write with nothing wrong in it. */
  readonly control: Exchange
  readonly sent: readonly WrongWrite[]
  /** What the writes are about, before and after: the record that is to be changed, or the list in which something is to be made. */
  readonly before: Exchange
  readonly after: Exchange
  /** The fields of the record that stay as they are. */
  readonly kept: readonly string[]
}

/** Every wrong body of a write, sent once per run one after the other. */
export function wrongWrites(
  what: WriteThatRefuses,
  sources: Sources,
  rows: readonly WrongBody[] = wrongBodies[what],
): Promise<WrongWrites> {
  const { session } = sources
  // What others write to a record while this looks at it would show as its own.
  const place = `wrong bodies of ${[...new Set(rows.map(({ field }) => field))].join()}`
  return session.shared(`${place}: ${what}`, async () => {
    const subject = subjects[what](sources, ownPlace(place, sources))
    const write = await untriedWrite(what, sources, place)
    const full = await write.send({ json: await subject.body(write.body) })
    // lawful: of what is known by name only, an update may be refused for a field that it does not change.
    const [control, body] = succeeded(full)
      ? [sources.given.leave(full), async () => subject.body(write.body)]
      : [await write.control(), write.body]
    const before = await subject.read()
    const sent: WrongWrite[] = []
    for (const row of rows) {
      const lawful = await body()
      const entry = subject.isBulk === true ? (entriesIn(lawful).at(-1) ?? {}) : entryOf(lawful)
      const wrong = row.isFirst === true ? wrongFirst(entry, row) : { ...entry, [row.field]: row.value }
      const json = subject.isBulk === true ? withLast(lawful, wrong) : wrong
      const answer = await write.send({ json, broken: row.broken })
      sent.push({ row, answer, texts: textsBeside(entry, row, sources) })
    }
    const after = await subject.read()
    // lawful: a place that has become full meanwhile refuses whatever is sent
    if (sent.some(({ answer }) => !succeeded(answer) && answer.status !== 422))
      sources.given.leave(await write.requireOpen())
    return { control, sent, before, after, kept: subject.kept }
  })
}

interface Subject {
  /** A lawful body, its texts fresh at each call. */
  readonly body: (plain: () => Promise<unknown>) => Promise<unknown>
  /** What is wrong stands in the last entry: of the others, a service may make what it likes. */
  readonly isBulk?: true
  readonly read: () => Promise<Exchange>
  readonly kept: readonly string[]
}

const subjects: Readonly<Record<WriteThatRefuses, (sources: Sources, own: OwnPlace) => Subject>> = {
  'creating a product': ({ given, session }) => {
    const word = session.shared('word of wrong bodies', async () => given.word())
    return {
      body: async (plain) => ({ ...entryOf(await plain()), name: `${given.name()} ${await word}` }),
      read: async () => given.listProducts(await given.workspace(), { query: { q: await word, limit: 200 } }),
      kept: [],
    }
  },
  'updating a product': ({ given }, own) => ({
    body: async () => ({ name: given.name(), description: given.name(), readable_id: given.readableId() }),
    read: async () => given.read('product', (await own.item()).product.id),
    // lawful: a job may touch `updatedAt` at any time.
    kept: ['name', 'readable_id', 'description', 'part_number', 'workspace_id', 'archived'],
  }),
  'updating a file': ({ given }, own) => ({
    body: async () => ({ userTitle: given.name(), description: given.name() }),
    read: async () => given.read('file', (await own.file()).id),
    kept: ['userTitle', 'description', 'name', 'deleted'],
  }),
  'creating an item': (sources, own) => ({
    body: async (plain) => ({ ...entryOf(await plain()), description: sources.given.name() }),
    read: async () => (await listItemsOf(sources, (await own.item()).product)).answer,
    kept: [],
  }),
  'updating an item': ({ given }, own) => ({
    body: async () => ({ ...namesOf((await own.item()).body, given), description: given.name() }),
    read: async () => given.read('item', (await own.item()).id),
    kept: ['description', 'part_number', 'name'],
  }),
  'updating a property': ({ given }, own) => ({
    body: async () => ({
      ...namesOf((await own.property('text')).body, given),
      description: given.name(),
      reason: given.name(),
    }),
    read: async () => given.read('property', (await own.property('text')).id),
    kept: ['name', 'description', 'value'],
  }),
  'creating a property': ({ given }, own) => ({
    body: async (plain) => ({ ...entryOf(await plain()), description: given.name() }),
    read: async () => listOf(given, await own.item()),
    kept: [],
  }),
  'creating items in bulk': (sources, own) => ({
    isBulk: true,
    body: async (plain) => plain(),
    read: async () => (await listItemsOf(sources, (await own.item()).product)).answer,
    kept: [],
  }),
  'creating properties in bulk': ({ given }, own) => ({
    isBulk: true,
    body: async (plain) => plain(),
    read: async () => listOf(given, await own.item()),
    kept: [],
  }),
}

function listOf(given: Sources['given'], { id }: MadeItem): Promise<Exchange> {
  return given.listProperties(id, { query: { limit: 200 } })
}

function withLast(bulk: unknown, last: Entry): unknown {
  return withEntries(bulk, [...entriesIn(bulk).slice(0, -1), last])
}

/** The fields of a creation that name what is made, each with a new name. */
function namesOf(created: Entry, given: Sources['given']): Entry {
  const names = Object.keys(created).filter((field) => roleOf([field]) === 'name')
  return Object.fromEntries(names.map((field) => [field, given.name()]))
}

function wrongFirst(lawful: Entry, { field, value }: WrongBody): Entry {
  return { [field]: value, ...Object.fromEntries(Object.entries(lawful).filter(([name]) => name !== field)) }
}

function textsBeside(lawful: Entry, { field }: WrongBody, { session }: Sources): readonly string[] {
  const { runId } = session.configuration
  return Object.entries(lawful).flatMap(([name, value]) =>
    name !== field && typeof value === 'string' && value.includes(runId) ? [value] : [],
  )
}

function entryOf(body: unknown): Entry {
  return isRecord(body) ? body : {}
}

/** The writes that were rejected for what is wrong in them: if access or the endpoint itself is rejected, nothing was said of it. */
export function refusedOf(sent: readonly WrongWrite[]): readonly WrongWrite[] {
  return sent.filter(({ answer }) => rejected(answer) && ![401, 403, 404, 405].includes(answer.status))
}
