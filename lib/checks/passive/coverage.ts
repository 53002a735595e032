import type { Exchange } from '../../client/exchange.ts'
import { endpoints } from '../../service/interface/endpoint.ts'
import { isRecord } from '../../contract/is-record.ts'
import { nestedObjects } from '../../contract/nested-objects.ts'
import type { Coverage } from '../journal.ts'
import { endpointOf } from './endpoint-of.ts'
import type { JsonObject } from './judge-shape.ts'
import { readingOf } from './reading.ts'

interface Traffic {
  readonly endpoint: string
  readonly method: string
  readonly path: string
  readonly statuses: Set<number>
  readonly durations: Reservoir
  exchanges: number
}

/** The shapes of the objects in a field, and the name under which they are counted. */
const nestedShapes: Readonly<Record<string, readonly (readonly [field: string, shape: string])[]>> = {
  product: [
    ['status', 'product-status'],
    ['owner', 'public-user'],
    ['createdBy', 'public-user'],
    ['updatedBy', 'public-user'],
  ],
  property: [
    ['references', 'reference'],
    ['createdBy', 'public-user'],
    ['updatedBy', 'public-user'],
  ],
  file: [
    ['used_in', 'file-usage'],
    ['uploadedBy', 'public-user'],
  ],
}

/** What a run has observed: endpoints with their statuses and times, fields, and values of enumerations. */
export class CoverageRecorder {
  readonly #traffic = new Map<string, Traffic>()
  readonly #fields = new Tally(200)
  readonly #values = new Tally(50)

  see(exchange: Exchange): void {
    this.#seeTraffic(exchange)
    const reading = readingOf(exchange)
    if (reading) this.#seeRecords(reading.resource, reading.records)
    else if (exchange.status >= 400 && isRecord(exchange.json) && endpointOf(exchange)) this.#seeError(exchange.json)
  }

  /** Everything seen so far, as plain data. */
  record(): Coverage {
    return {
      endpoints: [...this.#traffic.values()].map(({ endpoint, method, path, exchanges, statuses, durations }) => ({
        endpoint,
        method,
        path,
        exchanges,
        statuses: [...statuses].sort((a, b) => a - b),
        medianMs: Math.round(durations.median * 100) / 100,
      })),
      fields: [...this.#fields.entries()].map(({ group, name, seen }) => ({ schema: group, field: name, seen })),
      enumValues: [...this.#values.entries()].map(({ group, name, seen }) => {
        const [schema = '', field = ''] = group.split(' ')
        return { schema, field, value: name, seen }
      }),
    }
  }

  #seeTraffic(exchange: Exchange): void {
    const id = endpointOf(exchange)
    const key = id ?? 'other paths and methods'
    let traffic = this.#traffic.get(key)
    if (!traffic) {
      const { method, path } = id ? endpoints[id] : { method: '*', path: '*' }
      traffic = { endpoint: key, method, path, statuses: new Set(), durations: new Reservoir(), exchanges: 0 }
      this.#traffic.set(key, traffic)
    }
    traffic.exchanges += 1
    traffic.statuses.add(exchange.status)
    traffic.durations.add(exchange.durationMs)
  }

  #seeRecords(shape: string, records: readonly JsonObject[]): void {
    for (const record of records) for (const field of Object.keys(record)) this.#fields.count(shape, field)
    for (const [field, nested] of nestedShapes[shape] ?? []) this.#seeRecords(nested, nestedObjects(records, field))
    if (shape === 'property')
      for (const record of records) {
        this.#seeValue('property type', record['type'])
        if (record['type'] === 'status') this.#seeValue('property value', record['value'])
      }
    if (shape === 'file')
      for (const record of records) this.#seeValue('file description_status', record['description_status'])
    if (shape === 'file-usage')
      for (const record of records) {
        this.#seeValue('file-usage target_type', record['target_type'])
        this.#seeValue('file-usage property_type', record['property_type'])
      }
  }

  #seeError(error: JsonObject): void {
    this.#seeRecords('error', [error])
    this.#seeValue('error error', error['error'])
    const errors = nestedObjects(nestedObjects([error], 'details'), 'errors')
    this.#seeRecords('validation-error', errors)
  }

  #seeValue(group: string, value: unknown): void {
    if (typeof value === 'string') this.#values.count(group, value)
  }
}

/** The last thousand numbers of a series: enough for a median, with constant memory. */
export class Reservoir {
  readonly #numbers: number[] = []
  #next = 0

  add(value: number): void {
    this.#numbers[this.#next] = value
    this.#next = (this.#next + 1) % 1000
  }

  /** The median, or 0 of nothing. */
  get median(): number {
    const sorted = this.#numbers.toSorted((a, b) => a - b)
    const middle = Math.floor(sorted.length / 2)
    const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle] ?? 0, sorted[middle] ?? 0]
    return (low + high) / 2
  }
}

/** Counts texts by two levels of names, up to a bound: a target may send any number of texts. */
export class Tally {
  readonly #counts = new Map<string, Map<string, number>>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  count(group: string, name: string): void {
    let counts = this.#counts.get(group)
    if (!counts) this.#counts.set(group, (counts = new Map()))
    const known = counts.get(name)
    if (known !== undefined) counts.set(name, known + 1)
    else if (counts.size < this.#most && name.length <= 100) counts.set(name, 1)
  }

  *entries(): Iterable<{ readonly group: string; readonly name: string; readonly seen: number }> {
    for (const [group, counts] of this.#counts) for (const [name, seen] of counts) yield { group, name, seen }
  }
}
