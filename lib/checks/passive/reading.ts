import type { Exchange } from '../../client/exchange.ts'
import { endpoints } from '../../service/interface/endpoint.ts'
import type { Endpoint, EndpointId } from '../../service/interface/endpoint.ts'
import { isRecord } from '../../contract/is-record.ts'
import { unwrapRecord } from '../../service/interface/unwrap-record.ts'
import { endpointOf } from './endpoint-of.ts'
import type { JsonObject } from './judge-shape.ts'

export type Resource = Endpoint['resource']

// The contract names these and shows nothing of their answers, which may be anything.
const notShown: ReadonlySet<EndpointId> = new Set<EndpointId>(['updateItem', 'updateProperty'])
// Of these it shows what is made, not the whole answer: fields are judged where they are, and may be absent.
const partlyShown: ReadonlySet<EndpointId> = new Set<EndpointId>(['createItem', 'createProperty'])

// Of an entry of this list the contract shows four fields, and not this one.
const lackingIn: Readonly<Partial<Record<EndpointId, ReadonlySet<string>>>> = { listFiles: new Set(['deleted']) }
const none: ReadonlySet<string> = new Set()

/** What a success holds, as far as the contract shows it. */
export interface Reading {
  readonly resource: Resource
  readonly list: boolean
  readonly partial: boolean
  /** Fields that an entry may lack, though the resource by itself has them. */
  readonly mayLack: ReadonlySet<string>
  /** The resource, or the entries of the page; empty where the answer is no JSON or the page has no `items`. */
  readonly records: readonly JsonObject[]
}

/** The one that was asked for last: some twenty checks ask for one exchange, one after the other. */
let last: { readonly exchange: Exchange; readonly reading: Reading | undefined } | undefined

/** The resources in a success of an endpoint whose answer the contract shows, or `undefined`. */
export function readingOf(exchange: Exchange): Reading | undefined {
  if (last?.exchange !== exchange) last = { exchange, reading: read(exchange) }
  return last.reading
}

function read(exchange: Exchange): Reading | undefined {
  // Other 2xx are undocumented answers, or have no body: the checks of the endpoint judge the status.
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

/** JSON of another kind than an object lacks every field, and is judged as such. */
function single(json: unknown, partial: boolean): readonly JsonObject[] {
  if (json === undefined) return []
  if (isRecord(json)) return [json]
  return partial ? [] : [{}]
}

/** The records of one resource in an answer, to be judged; `undefined` where there are none. */
export function subjectOf(
  exchange: Exchange,
  resource: Resource,
): (Pick<Reading, 'records' | 'partial' | 'mayLack'> & { readonly label: Resource }) | undefined {
  const reading = readingOf(exchange)
  if (reading?.resource !== resource || reading.records.length === 0) return undefined
  const { records, partial, mayLack } = reading
  return { label: resource, records, partial, mayLack }
}
