import type { Client } from '../client/client.ts'
import type { Exchange, Identity } from '../client/exchange.ts'
import { isRecord } from '../contract/is-record.ts'
import { isMarked } from './is-marked.ts'

export interface ProductSearch {
  readonly runId: string
  readonly identity: Identity
  /** Reads the whole lists: what carries the mark in its `readable_id` alone is found by no search for names. */
  readonly everywhere: boolean
}

export interface FoundProduct {
  readonly id: string
  readonly readableId: string | undefined
}

export interface ProductsFound {
  readonly found: readonly FoundProduct[]
  /** Why the search could not be ended. */
  readonly problem: string | undefined
}

type Entry = Readonly<Record<string, unknown>>
type Query = Readonly<Record<string, string>>

const pageSize = 200

/** Pages read of one list. */
const mostPages = 100

/** A list that the target does not give. */
class ListRefused extends Error {}

/** Products that carry the mark of the run, whatever became of the answer to their creation; never throws. */
export async function findOwnProducts(client: Client, search: ProductSearch): Promise<ProductsFound> {
  const found = new Map<string, FoundProduct>()
  const q: Query = search.everywhere ? {} : { q: search.runId }
  const list = (path: string, query: Query): Promise<Exchange> =>
    client.send({ method: 'GET', path, query, as: search.identity, check: 'teardown' })
  const look = async (scope: Query): Promise<void> => {
    for await (const entry of paginate((page) => list('/v1/public/products', { ...scope, ...q, ...page })))
      if (typeof entry['id'] === 'string' && isMarked(entry, { runId: search.runId, kind: 'product' }))
        found.set(entry['id'].toLowerCase(), { id: entry['id'], readableId: textOf(entry['readable_id']) })
  }
  try {
    const { whole, refusal, parts } = await scopes(list, search.runId)
    if (whole) await look({})
    let looked = whole
    // What the list of all workspaces passed over, and the ledger names, is read by its id.
    if (whole && !search.everywhere) return { found: [...found.values()], problem: undefined }
    for await (const part of parts()) {
      looked = true
      await look(part).catch((error: unknown) => {
        // Where the whole was shown, the parameter may well have another name.
        if (!(whole && error instanceof ListRefused)) throw error
      })
    }
    if (!looked) throw new ListRefused(refusal)
    return { found: [...found.values()], problem: undefined }
  } catch (error) {
    return { found: [...found.values()], problem: error instanceof Error ? error.message : String(error) }
  }
}

interface Scopes {
  /** The list answers without a workspace. */
  readonly whole: boolean
  /** What it answers otherwise, for people. */
  readonly refusal: string
  /** Each workspace by itself: whether a list without one shows all of them is not for us to know. */
  readonly parts: () => AsyncGenerator<Query>
}

async function scopes(list: (path: string, query: Query) => Promise<Exchange>, runId: string): Promise<Scopes> {
  const unscoped = await list('/v1/public/products', { q: runId, limit: '1' })
  const parameter = missingParameter(unscoped) ?? 'workspace_id'
  return {
    whole: unscoped.status < 300,
    refusal: `GET ${unscoped.request.path} answered ${unscoped.status}`,
    parts: async function* () {
      for await (const { id } of paginate((page) => list('/v1/public/workspaces', page)))
        if (typeof id === 'string') yield { [parameter]: id }
    },
  }
}

/** The entries of a list, page by page, until a page is short. Throws `ListRefused` where it is refused, or never comes to its end. */
async function* paginate(list: (page: Query) => Promise<Exchange>): AsyncGenerator<Entry> {
  const seen = new Set<unknown>()
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await list({ limit: `${pageSize}`, offset: `${page * pageSize}` })
    if (answer.status > 299) throw new ListRefused(`GET ${answer.request.path} answered ${answer.status}`)
    const entries = entriesOf(answer)
    const fresh = entries.filter(({ id }) => !seen.has(id))
    for (const entry of fresh) seen.add(entry['id'])
    yield* fresh
    if (entries.length < pageSize) return
    if (fresh.length === 0) throw new Error(`GET ${answer.request.path} shows the page before once more`)
  }
  throw new Error(`a list has no end after ${mostPages} pages`)
}

/** The query parameter that a validation error misses. */
function missingParameter({ status, json }: Exchange): string | undefined {
  const details = status === 422 && isRecord(json) ? json['details'] : undefined
  const errors: unknown = isRecord(details) ? details['errors'] : undefined
  const [first] = Array.isArray(errors) ? errors.filter(isRecord) : []
  const place: unknown = first?.['loc']
  return Array.isArray(place) ? textOf(place.at(-1)) : undefined
}

function entriesOf({ json, request }: Exchange): readonly Entry[] {
  if (isRecord(json) && Array.isArray(json['items'])) return json['items'].filter(isRecord)
  throw new ListRefused(`GET ${request.path} answered no list`)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
