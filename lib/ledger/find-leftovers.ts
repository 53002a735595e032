import type { Client } from '../client/client.ts'
import type { Exchange, Identity } from '../client/exchange.ts'
import { isRecord } from '../contract/is-record.ts'
import type { Removable } from './clean-up.ts'

export interface LeftoverSearch {
  readonly runId: string
  readonly identity: Identity
}

export interface Leftovers {
  readonly found: readonly Removable[]
  /** Why the search could not be ended. */
  readonly problem: string | undefined
}

type Entry = Readonly<Record<string, unknown>>
type Query = Readonly<Record<string, string>>

const pageSize = 200

/** Pages read of one list: a target that ignores `q` may show everything that it has. */
const mostPages = 100

/** A list that the target does not give. */
class ListRefused extends Error {}

/** Products whose `readable_id` carries the run id, whatever became of the answer to their creation; never throws. */
export async function findLeftovers(client: Client, search: LeftoverSearch): Promise<Leftovers> {
  const found = new Map<string, Removable>()
  const list = (path: string, query: Query): Promise<Exchange> =>
    client.send({ method: 'GET', path, query, as: search.identity, check: 'clean-up' })
  const look = async (scope: Query): Promise<void> => {
    const pages = walk((page) => list('/v1/public/products', { ...scope, q: search.runId, ...page }))
    for await (const { id, readable_id: readableId } of pages)
      if (typeof id === 'string' && typeof readableId === 'string' && readableId.includes(search.runId))
        found.set(id, { kind: 'product', id, identity: search.identity })
  }
  try {
    const { whole, parts } = await scopes(list, search.runId)
    if (whole) await look({})
    for (const part of parts)
      await look(part).catch((error: unknown) => {
        // Where the whole was shown, the parameter may well have another name.
        if (!(whole && error instanceof ListRefused)) throw error
      })
    return { found: [...found.values()], problem: undefined }
  } catch (error) {
    return { found: [...found.values()], problem: error instanceof Error ? error.message : String(error) }
  }
}

interface Scopes {
  /** The list answers without a workspace. */
  readonly whole: boolean
  /** Each workspace by itself: whether a list without one shows all of them is not for us to know. */
  readonly parts: readonly Query[]
}

async function scopes(list: (path: string, query: Query) => Promise<Exchange>, runId: string): Promise<Scopes> {
  const unscoped = await list('/v1/public/products', { q: runId, limit: '1' })
  const parameter = missingParameter(unscoped) ?? 'workspace_id'
  const parts: Query[] = []
  for await (const { id } of walk((page) => list('/v1/public/workspaces', page)))
    if (typeof id === 'string') parts.push({ [parameter]: id })
  return { whole: unscoped.status < 300, parts }
}

/** The entries of a list, page by page, until a page is short or shows nothing new. Throws `ListRefused`. */
async function* walk(list: (page: Query) => Promise<Exchange>): AsyncGenerator<Entry> {
  const seen = new Set<unknown>()
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await list({ limit: `${pageSize}`, offset: `${page * pageSize}` })
    if (answer.status > 299) throw new ListRefused(`GET ${answer.request.path} answered ${answer.status}`)
    const entries = entriesOf(answer)
    const fresh = entries.filter(({ id }) => !seen.has(id))
    for (const entry of fresh) seen.add(entry['id'])
    yield* fresh
    if (entries.length < pageSize || fresh.length === 0) return
  }
}

/** The query parameter that a validation error misses. */
function missingParameter({ status, json }: Exchange): string | undefined {
  const details = status === 422 && isRecord(json) ? json['details'] : undefined
  const errors: unknown = isRecord(details) ? details['errors'] : undefined
  const [first] = Array.isArray(errors) ? errors.filter(isRecord) : []
  const place: unknown = first?.['loc']
  const last: unknown = Array.isArray(place) ? place.at(-1) : undefined
  return typeof last === 'string' ? last : undefined
}

function entriesOf({ json }: Exchange): readonly Entry[] {
  if (!isRecord(json) || !Array.isArray(json['items'])) return []
  return json['items'].filter(isRecord)
}
