import type { Exchange, Identity } from '../client/exchange.ts'
import type { RequestDescription } from '../client/request-description.ts'
import type { RecordKind } from '../service/records/sent-record.ts'
import type { EndpointId } from '../service/interface/endpoint.ts'
import { wholeList } from './whole-list.ts'

export interface InventoryOptions {
  readonly send: (request: RequestDescription) => Promise<Exchange>
  /** The title under which the lists are read. */
  readonly check: string
}

export const listOf = {
  product: ['listProducts', '/v1/public/products'],
  item: ['listItems', '/v1/public/items'],
  property: ['listProperties', '/v1/public/properties'],
  file: ['listFiles', '/v1/public/files'],
} as const satisfies Readonly<Record<RecordKind, readonly [EndpointId, string]>>

/** The maximum number of pages of one list: a longer list is not known completely. */
const mostPages = 11

/** Reads the lists of an organization once, so that the ids of earlier records are known when answers are observed. */
export class Inventory {
  readonly #options: InventoryOptions
  readonly #readings = new Map<string, Promise<boolean>>()

  constructor(options: InventoryOptions) {
    this.#options = options
  }

  /** Whether the list of a kind was shown to its end. */
  isWhole(kind: RecordKind, identity: Identity): Promise<boolean> {
    const organization = organizationOf(identity)
    const name = `${kind} ${organization}`
    const known = this.#readings.get(name)
    if (known) return known
    const reading = this.#read(kind, organization).catch(() => false)
    this.#readings.set(name, reading)
    return reading
  }

  async #read(kind: RecordKind, as: Identity): Promise<boolean> {
    const { send, check } = this.#options
    const [endpoint, path] = listOf[kind]
    const entries = wholeList((query) => send({ method: 'GET', path, query, endpoint, as, check }), { mostPages })
    for await (const _ of entries) continue
    return true
  }
}

/** Two keys of one organization see the same. */
export function organizationOf(identity: Identity): Identity {
  return identity === 'other-organization' ? identity : 'own'
}
