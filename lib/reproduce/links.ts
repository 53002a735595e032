import type { Exchange } from '../client/exchange.ts'
import type { Chronicle } from './chronicle.ts'
import { contentOf, isList } from './content-of-lists.ts'
import { idsOf, isOurs, pathNames } from './ids-of-exchanges.ts'

/** Longer chains tell a reader nothing, and no sender either. */
const longestChain = 90

/** Exchanges that build on each other: with each come those that made the things which it names. */
export class Links {
  /** All things that are named. */
  readonly ids = new Set<string>()
  readonly #chain = new Map<number, Exchange>()
  readonly #sent: ReadonlyMap<number, Exchange>
  readonly #chronicle: Chronicle

  constructor(sent: readonly Exchange[], chronicle: Chronicle) {
    this.#sent = new Map(sent.map((exchange) => [exchange.sequence, exchange]))
    this.#chronicle = chronicle
  }

  get exchanges(): readonly Exchange[] {
    return [...this.#chain.values()]
  }

  /** What the web application made the named things from. */
  get sources(): readonly string[] {
    return [...this.ids].flatMap((id) => this.#chronicle.actionOf(id)?.arguments ?? [])
  }

  /** Adds these, and what made the things that they name; a chain that is long enough takes no more. */
  add(exchanges: readonly Exchange[]): void {
    for (const exchange of exchanges) {
      if (this.#chain.has(exchange.sequence) || this.#chain.size >= longestChain) continue
      this.#chain.set(exchange.sequence, this.#sent.get(exchange.sequence) ?? exchange)
      for (const id of idsOf(exchange, this.#chronicle)) this.need(id)
    }
  }

  /** Adds what made a thing, where this run did. */
  need(id: string): void {
    if (this.ids.has(id)) return
    this.ids.add(id)
    const origin = this.#chronicle.originOf(id)
    if (origin && isOurs(origin.exchange, this.#chronicle)) this.add([origin.exchange])
    for (const source of this.#chronicle.actionOf(id)?.arguments ?? []) this.need(source.toLowerCase())
  }

  /** The writes that changed the named things before a request, and those that filled the lists; they may name further ones. */
  addEarlierWrites({ sequence }: Exchange): void {
    for (let size = 0; size !== this.#chain.size;) {
      size = this.#chain.size
      for (const write of this.#chronicle.writes)
        if (write.sequence < sequence && pathNames(write, this.ids, this.#chronicle)) this.add([write])
      for (const list of this.exchanges.filter(({ endpoint }) => isList(endpoint)))
        this.add(contentOf(list, this.#chronicle))
    }
  }
}
