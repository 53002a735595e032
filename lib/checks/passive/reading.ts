import type { Exchange } from '../../client/exchange.ts'
import { endpoints, type Endpoint, type EndpointId } from '../../service/interface/endpoint.ts'
import { isRecord } from '../../contract/is-record.ts'
import { unwrapRecord } from '../../service/interface/unwrap-record.ts'
import { endpointOf } from './endpoint-of.ts'
import type { JsonObject } from './judge-shape.ts'

export type Resource = Endpoint['resource']

// The contract names these but does not define their answers.
const notShown: ReadonlySet<EndpointId> = new Set<EndpointId>(['updateItem', 'updateProperty'])
// Only their creations are judged, not the whole answer: a field is judged if present, and may be absent.
const partlyShown: ReadonlySet<EndpointId> = new Set<EndpointId>(['createItem', 'createProperty'])

// For an entry of this list the contract defines four fields, without this one.
const lackingIn: Readonly<Partial<Record<EndpointId, ReadonlySet<string>>>> = { listFiles: new Set(['deleted']) }
const none: ReadonlySet<string> = new Set()

/** The content of a success, as far as the contract defines it. */
export interface Reading {
  readonly resource: Resource
  readonly list: boolean
  readonly partial: boolean
  /** Fields that an entry may lack, although the resource has them. */
  readonly mayLack: ReadonlySet<string>
  /** The resource, or the entries of the page; empty if the answer is no JSON or the page has no `items`. */
  readonly records: readonly JsonObject[]
}

/** The latest request: some twenty checks ask about one exchange, one after the other. */
let last: { readonly exchange: Exchange; readonly reading: Reading | undefined } | undefined

/** The resources in a success of an endpoint whose answer the contract defines, or `undefined`. */
export function readingOf(exchange: Exchange): Reading | undefined {
  if (last?.exchange !== exchange) last = { exchange, reading: read(exchange) }
  return last.reading
}

function read(exchange: Exchange): Reading | undefined {
  // Other 2xx are undocumented or have no body: the checks of the endpoint judge the status.
  if ((exchange.status !== 200 && exchange.status !== 201) || exchange.bodyTruncated) return undefined
  const endpoint = endpointOf(exchange)
  if (!endpoint || notShown.has(endpoint)) return undefined
  const { success, resource, list }: Endpoint = endpoints[endpoint]
  if (success.schema === undefined) return undefined
  const partial = partlyShown.has(endpoint)
  const records = list ? entriesOf(exchange.json) : single(unwrapRecord(endpoint, exchange.json), partial)
  return { resource, list: list ?? false, partial, mayLack: lackingIn[endpoint] ?? none, records }
}

function entriesOf(json: unknown): readonly JsonObject[] {
  return isRecord(json) && Array.isArray(json['items']) ? json['items'].filter(isRecord) : []
}

/** JSON that is not an object lacks every field, and is judged as such. */
function single(json: unknown, partial: boolean): readonly JsonObject[] {
  if (json === undefined) return []
  if (isRecord(json)) return [json]
  return partial ? [] : [{}]
}

/** The records of one resource in an answer; `undefined` if there are none. */
export function subjectOf(
  exchange: Exchange,
  resource: Resource,
): (Pick<Reading, 'records' | 'partial' | 'mayLack'> & { readonly label: Resource }) | undefined {
  const reading = readingOf(exchange)
  if (reading?.resource !== resource || reading.records.length === 0) return undefined
  const { records, partial, mayLack } = reading
  return { label: resource, records, partial, mayLack }
}
