import type { Exchange } from '../client/exchange.ts'
import type { EndpointId } from '../contract/endpoint.ts'
import { endpoints } from '../contract/endpoint.ts'
import { isRecord } from '../contract/is-record.ts'
import { shownRecord } from '../client/shown-record.ts'
import { matchEndpoint } from '../contract/match-endpoint.ts'
import { unwrapRecord } from '../contract/unwrap-record.ts'
import { textsIn } from './ids-in.ts'
import { tellingTexts } from './is-marked.ts'

/** Whose a record is: made by this run, somebody else's, or not to be told from it. */
export type Whose = 'own' | 'foreign' | 'unknown'

/** An id that a creation of this run was answered with: ours only when a record under it shows a mark of the run. */
export interface Claim {
  /** As the target wrote it. */
  readonly id: string
  readonly creation: Exchange
  readonly endpoint: EndpointId
  /** What the creation answered under the id, where it showed a record. */
  readonly record: Entry | undefined
  /** The creation's own answer shows a mark of the run; the id may be another's all the same. */
  readonly isMarked: boolean
}

type Entry = Readonly<Record<string, unknown>>

/** Ids of others that are remembered; an organization may hold any number. */
const mostForeign = 200_000

const creations: ReadonlySet<EndpointId | undefined> = new Set<EndpointId>([
  'createProduct',
  'createItem',
  'createProperty',
  'uploadFile',
  'createItemsInBulk',
  'createPropertiesInBulk',
])

/** Fields by which a record says where it belongs; a record without any of them may be anybody's. */
const telling = ['name', 'readable_id', 'readableId', 'product_id', 'productId', 'item_id', 'itemId']

/** What the answers of a run tell of whose things are: which ids were there before, which it claims, which are its own. */
export class Ownership {
  readonly #runId: string
  readonly #own = new Set<string>()
  readonly #foreign: Set<string>
  readonly #claims = new Map<string, Claim>()
  /** Ids that were claimed, and under which an answer showed something without a mark. */
  readonly #contested = new Set<string>()

  constructor(runId: string, foreign: readonly string[] = []) {
    this.#runId = runId.toLowerCase()
    this.#foreign = new Set(foreign.map((id) => id.toLowerCase()))
  }

  isForeign(id: string): boolean {
    return this.#foreign.has(id)
  }

  /** The claim to an id that nothing has confirmed yet. */
  unconfirmed(id: string): Claim | undefined {
    return this.#own.has(id) ? undefined : this.#claims.get(id)
  }

  isContested({ id }: Claim): boolean {
    return this.#contested.has(id.toLowerCase())
  }

  confirm({ id }: Claim): void {
    this.#own.add(id.toLowerCase())
    this.#claims.delete(id.toLowerCase())
  }

  refute({ id }: Claim): void {
    this.#foreign.add(id.toLowerCase())
    this.#claims.delete(id.toLowerCase())
  }

  /** Learns from an answer; gives the claims to ids that were somebody else's before. */
  learn(exchange: Exchange): readonly Claim[] {
    const { method, path } = exchange.request
    if (exchange.status < 200 || exchange.status > 299) return []
    const endpoint = exchange.endpoint ?? matchEndpoint(method, path.split('?')[0] ?? '')
    if (endpoint === undefined) return []
    if (method === 'GET' && exchange.json !== undefined) this.#sight(endpoint, exchange.json)
    return creations.has(endpoint) ? this.#claim(endpoint, exchange) : []
  }

  /** Whose a record of a resource is: ours where it shows the run id, or the id of something of ours that it belongs to. */
  whoseIs(record: Entry, resource: string): Whose {
    const isMarked = tellingTexts(record, resource).some((text) => text.includes(this.#runId))
    const isOfOurs = (): boolean => textsIn(record).some((text) => text !== idOf(record) && this.#own.has(text))
    if (isMarked || (resource !== 'product' && isOfOurs())) return 'own'
    return telling.some((field) => typeof record[field] === 'string') ? 'foreign' : 'unknown'
  }

  /** Records that a read shows: those with a mark are ours, and what was never claimed is somebody else's. */
  #sight(endpoint: EndpointId, json: unknown): void {
    const { resource } = endpoints[endpoint]
    if (resource === 'workspace' || resource === 'organization-user' || endpoint === 'downloadFile') return
    for (const record of recordsIn(endpoint, json)) {
      const id = idOf(record)
      if (id === undefined || this.#own.has(id) || this.#foreign.has(id)) continue
      const whose = this.whoseIs(record, resource)
      if (whose === 'own') this.#own.add(id)
      else if (whose === 'foreign' && this.#claims.has(id)) this.#contested.add(id)
      // The names of our files are no marks, and lists may leave out where they are in use.
      else if (resource !== 'file' && whose === 'foreign' && this.#foreign.size < mostForeign) this.#foreign.add(id)
    }
  }

  #claim(endpoint: EndpointId, creation: Exchange): readonly Claim[] {
    const refuted: Claim[] = []
    for (const { id, record } of recordsMade(endpoint, shownRecord({ ...creation, endpoint }))) {
      const key = id.toLowerCase()
      const isMarked = record !== undefined && this.whoseIs(record, endpoints[endpoint].resource) === 'own'
      const claim = { id, creation, endpoint, record, isMarked }
      if (this.#foreign.has(key)) refuted.push(claim)
      else if (!this.#own.has(key) && !this.#claims.has(key)) this.#claims.set(key, claim)
    }
    return refuted
  }
}

function idOf({ id }: Entry): string | undefined {
  return typeof id === 'string' ? id.toLowerCase() : undefined
}

/** The records of a read, of a list or of one. */
function recordsIn(endpoint: EndpointId, json: unknown): readonly Entry[] {
  const record = unwrapRecord(endpoint, json)
  if (!isRecord(record)) return []
  return Array.isArray(record['items']) ? record['items'].filter(isRecord) : [record]
}

/** What a creation says that it made; of a bulk, every entry of its lists, which may be a record or an id. */
function recordsMade(
  endpoint: EndpointId,
  json: unknown,
): ReadonlyArray<{ readonly id: string; readonly record: Entry | undefined }> {
  const isBulk = endpoint === 'createItemsInBulk' || endpoint === 'createPropertiesInBulk'
  const record = unwrapRecord(endpoint, json)
  const lists = [json, ...(isRecord(json) ? Object.values(json) : [])].filter((value) => Array.isArray(value))
  const entries: readonly unknown[] = isBulk ? lists.flat() : isRecord(record) ? [record] : []
  return entries.flatMap((entry) => {
    const made = isRecord(entry) ? (unwrapRecord('createItem', entry) ?? entry) : entry
    const id: unknown = isRecord(made) ? made['id'] : made
    return typeof id === 'string' && id !== '' ? [{ id, record: isRecord(made) ? made : undefined }] : []
  })
}
