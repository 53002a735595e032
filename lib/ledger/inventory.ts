import type { Exchange, Identity } from '../client/exchange.ts'
import type { RequestDescription } from '../client/request-description.ts'
import type { EndpointId } from '../contract/endpoint.ts'
import { isRecord } from '../contract/is-record.ts'

export interface InventoryOptions {
  readonly send: (request: RequestDescription) => Promise<Exchange>
  /** The title under which the lists are read. */
  readonly check: string
}

export type InventoryKind = 'product' | 'item' | 'property'

const lists = {
  product: ['listProducts', '/v1/public/products'],
  item: ['listItems', '/v1/public/items'],
  property: ['listProperties', '/v1/public/properties'],
} as const satisfies Readonly<Record<InventoryKind, readonly [EndpointId, string]>>

const pageSize = 200

/** Pages read of one list: what has more is not known as a whole. */
const mostPages = 10

/** Reads once what an organization has, so that the ids of what was there before are known to whoever observes the answers. */
export class Inventory {
  readonly #options: InventoryOptions
  readonly #readings = new Map<string, Promise<boolean>>()

  constructor(options: InventoryOptions) {
    this.#options = options
  }

  /** Whether the list of a kind was shown to its end. */
  isWhole(kind: InventoryKind, identity: Identity): Promise<boolean> {
    const organization = identity === 'other-organization' ? identity : 'own'
    const name = `${kind} ${organization}`
    const known = this.#readings.get(name)
    if (known) return known
    const reading = this.#read(kind, organization).catch(() => false)
    this.#readings.set(name, reading)
    return reading
  }

  /** The end is a page without entries: a short one may be all that a service gives at once. */
  async #read(kind: InventoryKind, identity: Identity): Promise<boolean> {
    const { send, check } = this.#options
    const [endpoint, path] = lists[kind]
    const seen = new Set<unknown>()
    for (let page = 0; page < mostPages; page += 1) {
      const query = { limit: `${pageSize}`, offset: `${seen.size}` }
      const { status, json } = await send({ method: 'GET', path, query, endpoint, as: identity, check })
      if (status !== 200 || !isRecord(json) || !Array.isArray(json['items'])) return false
      const entries = json['items'].filter(isRecord)
      if (entries.length === 0) return true
      const before = seen.size
      for (const { id } of entries) seen.add(id)
      // An offset that is passed over shows the same page for ever.
      if (seen.size === before) return false
    }
    return false
  }
}
