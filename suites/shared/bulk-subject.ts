import { UntestedError, at, isRecord, listPathIn, pick, withValue } from '#suite'
import type { Exchange, MadeItem, MadeProperty, Sources, Entry } from '#suite'
import { listItemsOf } from './list-items-of.ts'
import { isNamed, namesIn } from './names-in.ts'
import { ownItem } from './shared-place.ts'

/** A place where several things can be made in one request. */
export interface BulkSubject {
  readonly what: 'items' | 'properties'
  /** A valid body with so many entries. */
  body(count: number): Promise<unknown>
  send(body: unknown, broken?: string): Promise<Exchange>
  /** What is there now, with what others make elsewhere if the list cannot be narrowed down. */
  listed(): Promise<readonly Entry[]>
  /** Those of the listed that were made here: `sent` is what a creation here was asked for. */
  ours(listed: readonly Entry[], sent: readonly unknown[]): Promise<readonly Entry[]>
  /** Those that show a name that was sent. */
  named(listed: readonly Entry[], sent: readonly unknown[]): readonly Entry[]
  /** A new place like it. */
  another(): Promise<BulkSubject>
  read(id: string): Promise<Exchange>
}

/** A product of its own to make items in. */
export async function bulkOfItems(sources: Sources): Promise<BulkSubject> {
  const { api, given } = sources
  const product = await given.emptyProduct()
  return {
    what: 'items',
    body: (count) => given.itemBulk(product, count),
    send: (json, broken) => api.send('createItemsInBulk', { json, broken }),
    listed: async () => {
      const { entries, complete } = await listItemsOf(sources, product)
      if (complete) return entries
      throw new UntestedError({
        reason: 'capability-absent',
        cause: 'the list of items was too long to be read to its end',
      })
    },
    ours: async (listed, sent) => {
      if ((await sources.session.dialect.productParameter(product.id)) !== undefined) return listed
      // A workspace is named by what others make, too: of what was sent, the names of this run alone tell whose it is.
      const marks = [product.id, ...namesIn(sent, sources)]
      const found = listed.filter((entry) => isNamed(entry, marks))
      if (found.length > 0 || listed.length === 0) return found
      throw new UntestedError({ reason: 'capability-absent', cause: 'the list of items did not show their products' })
    },
    ...namedBy(sources),
    another: () => bulkOfItems(sources),
    read: (id) => api.send('getItem', { path: { item_id: id } }),
  }
}

/** An item to make properties in; without one, one of its own. */
export async function bulkOfProperties(sources: Sources, place?: MadeItem): Promise<BulkSubject> {
  const { api, given } = sources
  const item = place ?? (await ownItem(sources))
  return {
    what: 'properties',
    body: (count) => given.propertyBulk(item, count),
    send: (json, broken) => api.send('createPropertiesInBulk', { json, broken }),
    listed: async () =>
      given.entriesOf(given.requireSuccess(await given.listProperties(item.id, { query: { limit: 200 } }), 'PROP-19')),
    ours: async (listed) => listed,
    ...namedBy(sources),
    another: () => bulkOfProperties(sources),
    read: (id) => api.send('getProperty', { path: { property_id: id } }),
  }
}

function namedBy(sources: Sources): Pick<BulkSubject, 'named'> {
  return {
    named: (listed, sent) => {
      const names = namesIn(sent, sources)
      return listed.filter((entry) => isNamed(entry, names))
    },
  }
}

/** The entries of a bulk body. */
export function entriesIn(body: unknown): readonly Entry[] {
  const path = listPathIn(body)
  const entries = path ? at(body, path) : undefined
  if (Array.isArray(entries)) return entries.filter(isRecord)
  throw new UntestedError({ reason: 'capability-absent', cause: 'the bulk body of the target had no list of entries' })
}

/** The body with other entries. */
export function withEntries(body: unknown, entries: readonly unknown[]): unknown {
  const path = listPathIn(body)
  return path ? withValue(body, path, entries) : body
}

/** The body of a single creation as an entry of a bulk: what an entry says of its place stays as the bulk has it. */
export function entryLike({ body, item }: Pick<MadeProperty, 'body' | 'item'>, like: Entry): Entry {
  const isOfPlace = (value: unknown) => value === item.id || value === item.product.id
  const places = Object.keys(body).filter((name) => isOfPlace(body[name]) && (like[name] ?? null) !== null)
  return { ...body, ...pick(like, places) }
}
