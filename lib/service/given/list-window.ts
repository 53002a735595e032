import { UntestedError } from '../../checks/errors.ts'
import type { Exchange } from '../../client/exchange.ts'
import type { EndpointId } from '../interface/endpoint.ts'
import { isRecord } from '../../contract/is-record.ts'
import type { Api } from '../../run/api.ts'
import { requireSuccess } from './require-success.ts'
import { entryKeys } from '../records/entry-keys.ts'
import { type ListName, lists } from './list-name.ts'

export type ListQuery = Readonly<Record<string, string | number | boolean>>

/** Page sizes to read with; the first that the target takes. */
const pageSizes = [200, 50, 20, 5] as const
/** A list may hold tens of thousands: so much of its beginning is compared. */
const longest = 400
/** How often a list that others change is read again before it is given up. */
const mostLooks = 10
/** Disagreements in a row with a list at rest: one alone may be an entry that came and went between two readings. */
const looksToBeSure = 4

interface Reading {
  readonly keys: readonly string[]
  readonly entries: readonly unknown[]
  /** The list ends within what was read. */
  readonly complete: boolean
  /** The first page, asked for with a limit and an offset of 0. */
  readonly first: Exchange
}

/** The beginning of a list as it stood when it was last read: what pages are compared with. */
export class ListWindow {
  readonly name: ListName
  /** What every request of this list carries beside `limit` and `offset`. */
  readonly query: ListQuery
  readonly #reading: { current: Reading }

  private constructor(name: ListName, query: ListQuery, reading: { current: Reading }) {
    this.name = name
    this.query = query
    this.#reading = reading
  }

  /** Reads the beginning of a list. Blocked if the list is rejected. */
  static async open(api: Api, name: ListName, query: ListQuery): Promise<ListWindow> {
    return new ListWindow(name, query, { current: await read(api, { name, query }) })
  }

  /** The entries by what names them, in the order of the list. */
  get keys(): readonly string[] {
    return this.#reading.current.keys
  }

  get entries(): readonly unknown[] {
    return this.#reading.current.entries
  }

  get complete(): boolean {
    return this.#reading.current.complete
  }

  get first(): Exchange {
    return this.#reading.current.first
  }

  get endpoint(): EndpointId {
    return lists[this.name].endpoint
  }

  /** Asks for a page of the list, nothing but what is given joined to what the list needs. */
  ask(api: Api, query: ListQuery): Promise<Exchange> {
    return api.send(this.endpoint, { query: { ...this.query, ...query } })
  }

  /**
   * Reads something off the list. Where that does not agree with the window and the list has changed meanwhile, both are
   * read again, so that only what disagrees with a list at rest, time after time, comes back as such.
   */
  async settled<Seen>(api: Api, look: () => Promise<Seen>, agrees: (seen: Seen) => boolean): Promise<Seen> {
    let disagreed = 0
    for (let looked = 0; looked < mostLooks; looked += 1) {
      const seen = await look()
      if (agrees(seen)) return seen
      disagreed = (await this.#hasChanged(api)) ? 0 : disagreed + 1
      if (disagreed === looksToBeSure) return seen
    }
    throw new UntestedError({
      reason: 'blocked',
      blockedBy: ['PAGE-17'],
      remedy: `run while nobody works in the organization: the list of ${this.name} changed at each read`,
    })
  }

  async #hasChanged(api: Api): Promise<boolean> {
    const before = this.keys
    this.#reading.current = await read(api, this)
    return this.keys.length !== before.length || this.keys.some((key, index) => key !== before[index])
  }
}

/** Goes on by what was received, so that a page that is too short costs nothing but requests. */
async function read(api: Api, { name, query }: Pick<ListWindow, 'name' | 'query'>): Promise<Reading> {
  const { exchange: first, size } = await firstPage(api, { name, query })
  const keys = [...entryKeys(first)]
  const entries = [...entriesIn(first)]
  const known = new Set(keys)
  let last = first
  while (keys.length > 0 && keys.length < longest) {
    const short = entryKeys(last).length < size
    last = await api.send(lists[name].endpoint, { query: { ...query, limit: size, offset: keys.length } })
    const page = entryKeys(last)
    if (page.every((key) => known.has(key))) return { keys, entries, first, complete: short || page.length === 0 }
    keys.push(...page)
    entries.push(...entriesIn(last))
    for (const key of page) known.add(key)
  }
  return { keys, entries, first, complete: keys.length === 0 }
}

async function firstPage(
  api: Api,
  { name, query }: Pick<ListWindow, 'name' | 'query'>,
): Promise<{ readonly exchange: Exchange; readonly size: number }> {
  const { endpoint, answeredBy } = lists[name]
  let exchange: Exchange | undefined
  for (const size of pageSizes) {
    exchange = await api.send(endpoint, { query: { ...query, limit: size, offset: 0 } })
    if (exchange.status === 200) return { exchange, size }
  }
  if (exchange) requireSuccess(exchange, answeredBy)
  throw new UntestedError({
    reason: 'blocked',
    blockedBy: [answeredBy],
    cause: `the target rejected the list of ${name}`,
  })
}

function entriesIn(exchange: Exchange): readonly unknown[] {
  const items = isRecord(exchange.json) ? exchange.json['items'] : undefined
  return Array.isArray(items) ? items : []
}
