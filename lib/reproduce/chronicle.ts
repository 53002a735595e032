import type { Exchange } from '../client/exchange.ts'
import { isRecord } from '../contract/is-record.ts'

/** Something that the web application did in the course of a run, through the controls. */
export interface WebAction {
  /** The number of the exchange before it. */
  readonly sequence: number
  readonly name: string
  readonly arguments: readonly string[]
}

/** Where an id was shown for the first time. */
export interface Origin {
  /** As it was written there. */
  readonly id: string
  readonly exchange: Exchange
  /** Where it stands in the answer, such as `.items[3].id`. */
  readonly at: string
}

/** Ids known at most: a target may show any number. */
const mostIds = 50_000
/** Ids of one answer that are noted. */
const mostIdsOfAnAnswer = 1000

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What a run has changed so far, and which answer showed each id first: what a reproduction is put together from. */
export class Chronicle {
  readonly writes: Exchange[] = []
  readonly webActions: WebAction[] = []
  readonly #origins = new Map<string, Origin>()
  #sequence = 0

  add(exchange: Exchange): void {
    this.#sequence = exchange.sequence
    if (exchange.status >= 200 && exchange.status < 300) this.#noteIds(exchange)
    if (!safe.has(exchange.request.method)) this.writes.push(withoutAnswer(exchange))
  }

  acted(name: string, values: readonly unknown[]): void {
    const shown = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    this.webActions.push({ sequence: this.#sequence, name, arguments: shown })
  }

  /** The answer that showed an id first, whatever its letter case. */
  originOf(id: string): Origin | undefined {
    return this.#origins.get(id.toLowerCase())
  }

  /** The ids that a run knows among some texts. */
  idsAmong(texts: Iterable<string>): string[] {
    return [...new Set([...texts].map((text) => text.toLowerCase()))].filter((text) => this.#origins.has(text))
  }

  #noteIds(exchange: Exchange): void {
    let left = mostIdsOfAnAnswer
    const kept = withoutAnswer(exchange)
    const note = (value: unknown, key: string, at: string): void => {
      if (left <= 0) return
      if (
        typeof value === 'string' &&
        isIdField.test(key) &&
        value.length >= 4 &&
        !exchange.request.path.includes(value)
      ) {
        left -= 1
        this.#noteId(value, kept, at)
      } else if (Array.isArray(value)) for (const [index, entry] of value.entries()) note(entry, '', `${at}[${index}]`)
      else if (isRecord(value)) for (const [name, field] of Object.entries(value)) note(field, name, `${at}.${name}`)
    }
    note(exchange.json, '', '')
  }

  #noteId(id: string, exchange: Exchange, at: string): void {
    const key = id.toLowerCase()
    const known = this.#origins.get(key)
    if (!known && this.#origins.size >= mostIds) return
    // A list may show what was just made before the answer to its creation has come.
    const isCreation = at === '.id' && exchange.request.method === 'POST'
    if (!known || (isCreation && safe.has(known.exchange.request.method))) this.#origins.set(key, { id, exchange, at })
  }
}

const isIdField = /^(?!readable_?id$).*(?:^|_)id$|^(?!readableId$).*Id$/

/** What was answered is not kept: a run makes thousands of things. */
function withoutAnswer(exchange: Exchange): Exchange {
  return { ...exchange, body: new Uint8Array(), json: undefined, headers: {} }
}
