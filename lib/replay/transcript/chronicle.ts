import { succeeded, type Exchange } from '../../client/exchange.ts'
import { isSafeMethod } from '../../client/request-description.ts'
import type { Controls } from '../../config/controls.ts'
import { isRecord } from '../../contract/is-record.ts'

/** An action of the web application during a run, through the controls. */
export interface WebAction {
  /** The number of the exchange before it. */
  readonly sequence: number
  readonly name: string
  readonly arguments: readonly string[]
  /** The id of what it has made, if it tells one. */
  readonly made?: string
}

/** Where an id was shown for the first time. */
export interface Origin {
  /** As it was written there. */
  readonly id: string
  readonly exchange: Exchange
  /** The place in the answer, such as `.items[3].id`. */
  readonly at: string
}

/** Ids known at most: a target may show any number. */
const mostIds = 50_000
const mostIdsOfAnAnswer = 1000

/** What a run has changed so far, and which answer showed each id first: the data for a transcript. */
export class Chronicle {
  readonly writes: Exchange[] = []
  readonly webActions: WebAction[] = []
  readonly #origins = new Map<string, Origin>()
  readonly #makers = new Map<string, WebAction>()
  readonly #made = new Map<number, string>()
  /** In lower case: an answer that shows one of these later repeats it. */
  readonly #sentFirst = new Set<string>()
  #sequence = 0

  add(exchange: Exchange): void {
    this.#sequence = exchange.sequence
    this.#noteSentIds(exchange)
    if (succeeded(exchange)) this.#noteIds(exchange)
    if (!isSafeMethod(exchange.request.method)) this.writes.push(withoutAnswer(exchange))
  }

  /** The ids of a body that no answer has shown: they were made up, and are the same in each run. */
  #noteSentIds({ request }: Exchange): void {
    for (const [, id = ''] of (request.body?.text ?? '').matchAll(sentId))
      if (!this.#origins.has(id.toLowerCase()) && !this.#makers.has(id.toLowerCase()))
        this.#sentFirst.add(id.toLowerCase())
  }

  acted(name: string, values: readonly unknown[], made?: string): void {
    const shown = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    const action = { sequence: this.#sequence, name, arguments: shown, ...(made !== undefined && { made }) }
    this.webActions.push(action)
    if (made !== undefined) this.#makers.set(made.toLowerCase(), action)
  }

  /** The actions of the web application that created something with this id. */
  actionOf(id: string): WebAction | undefined {
    return this.#makers.get(id.toLowerCase())
  }

  /** The first answer that showed an id, in any letter case. */
  originOf(id: string): Origin | undefined {
    return this.#origins.get(id.toLowerCase())
  }

  /** The id of what a request has created, in lower case. */
  madeBy({ sequence }: Exchange): string | undefined {
    return this.#made.get(sequence)
  }

  /** Whether the run itself has made what has this id. */
  isMade(id: string): boolean {
    const origin = this.originOf(id)
    const isShownByCreation = origin?.exchange.request.method === 'POST' && !ofSomebody.test(origin.at)
    return isShownByCreation || this.actionOf(id) !== undefined
  }

  /** The ids in a text that a run knows, in lower case. */
  idsIn(text: string): string[] {
    const words = new Set(Array.from(text.matchAll(/[\w-]{4,}/g), ([word]) => word.toLowerCase()))
    return [...words].filter((word) => this.#origins.has(word) || this.#makers.has(word))
  }

  /** The titles of other checks that changed the records in these requests. */
  changersOf(sent: readonly Exchange[]): readonly string[] {
    const ids = new Set(sent.flatMap(({ request }) => this.idsIn(`${request.path} ${request.body?.text ?? ''}`)))
    const own = new Set(sent.map(({ check }) => check))
    const changes = this.writes.filter(
      (write) => !own.has(write.check) && write.request.method !== 'POST' && write.status < 300,
    )
    return [
      ...new Set(
        changes.filter(({ request }) => this.idsIn(request.path).some((id) => ids.has(id))).map(({ check }) => check),
      ),
    ]
  }

  #noteIds(exchange: Exchange): void {
    let left = mostIdsOfAnAnswer
    const note = (value: unknown, at: string): void => {
      if (Array.isArray(value)) for (const [index, entry] of value.entries()) note(entry, `${at}[${index}]`)
      else if (isRecord(value))
        for (const name of Object.keys(value)) {
          const field = value[name]
          if (typeof field === 'object') note(field, `${at}.${name}`)
          else if (left > 0 && isNewId(name, field, exchange)) {
            left -= 1
            this.#noteId(field, exchange, `${at}.${name}`)
          }
        }
    }
    note(exchange.json, '')
  }

  #noteId(id: string, exchange: Exchange, at: string): void {
    const key = id.toLowerCase()
    const known = this.#origins.get(key)
    if (!known && (this.#origins.size >= mostIds || this.#sentFirst.has(key))) return
    // A list may show a new record before the answer to its creation arrives.
    const isCreation = at === '.id' && exchange.request.method === 'POST'
    if (isCreation) this.#made.set(exchange.sequence, key)
    if (!known || (isCreation && isSafeMethod(known.exchange.request.method)))
      this.#origins.set(key, { id, exchange: withoutAnswer(exchange), at })
  }
}

/** Whoever makes something is shown with it. */
const ofSomebody = /(?:By|owner)\.id$/

/** Whether a field shows an id that the request did not contain. */
function isNewId(name: string, value: unknown, { request }: Exchange): value is string {
  return typeof value === 'string' && value.length >= 4 && isIdField(name) && !request.path.includes(value)
}

const sentId = /"(?:(?:\w*_)?id|\w+Id)": ?"([\w-]{4,})"/g
const idField = /^(?!readable_?id$).*(?:^|_)id$|^(?!readableId$).*Id$/

/** Nearly every field of an answer ends in another letter. */
function isIdField(name: string): boolean {
  return name.endsWith('d') && idField.test(name)
}

/** Answers are not kept: a run creates thousands of records. Nor are digests of JSON, which only downloads need. */
function withoutAnswer(exchange: Exchange): Exchange {
  return { ...exchange, body: new Uint8Array(), sha256: exchange.sha256 ?? '', json: undefined, headers: {} }
}

type MadeKey = Awaited<ReturnType<Controls['createApiKey']>>

/** Controls whose calls a chronicle records: a transcript must have the same done. */
export function notedControls(controls: Controls, chronicle: Chronicle, keep: (made: MadeKey) => void): Controls {
  const noted =
    <Values extends readonly unknown[], Made>(name: string, call: (...values: Values) => Promise<Made>) =>
    async (...values: Values): Promise<Made> => {
      chronicle.acted(name, values)
      return call(...values)
    }
  return {
    ...controls,
    revokeApiKey: noted('revokeApiKey', (...given) => controls.revokeApiKey(...given)),
    publishVersion: noted('publishVersion', (...given) => controls.publishVersion(...given)),
    setPartNumberRule: noted('setPartNumberRule', (...given) => controls.setPartNumberRule(...given)),
    softDeleteProperty: noted('softDeleteProperty', (...given) => controls.softDeleteProperty(...given)),
    setAiUsage: noted('setAiUsage', (...given) => controls.setAiUsage(...given)),
    setRateLimit: noted('setRateLimit', (...given) => controls.setRateLimit(...given)),
    createApiKey: async (request) => {
      const made = await controls.createApiKey(request)
      keep(made)
      chronicle.acted('createApiKey', [request.organization], made.id)
      return made
    },
    createGeneratedDocument: async (itemId) => {
      const made = await controls.createGeneratedDocument(itemId)
      chronicle.acted('createGeneratedDocument', [itemId], made.fileId)
      return made
    },
  }
}
