import type { Exchange } from '../lib/client/exchange.ts'

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/giu

/**
 * Says for the ids of recorded answers which ones stand for them when the requests are sent anew, so that a request for
 * what another one made is the same work for the server.
 */
export class SameIds {
  readonly #ids: ReadonlyArray<readonly string[]>
  /** The exchange whose answer made an id known: that of its creation, or else the first one. */
  readonly #sources = new Map<string, number>()
  readonly #answered: ReadonlyArray<PromiseWithResolvers<undefined>>
  readonly #now = new Map<string, string>()
  readonly #texts: Array<string | Buffer> = []

  /** Exchanges in the order in which they were sent. */
  constructor(exchanges: readonly Exchange[]) {
    this.#answered = exchanges.map(() => Promise.withResolvers<undefined>())
    this.#ids = exchanges.map(({ body }) => idsIn(Buffer.from(body)))
    for (const isCreation of [true, false])
      for (const [index, { status, request }] of exchanges.entries())
        if (isCreation === (status === 201)) this.#note(index, `${request.path} ${request.body?.text}`)
  }

  /** The text with the ids of today, once the answers that show them are there. */
  async rewrite(text: string, index: number): Promise<string> {
    this.#texts.push(text)
    for (const id of text.match(uuid) ?? []) {
      const source = this.#sources.get(id)
      if (source !== undefined && source < index) await this.#answered[source]?.promise
    }
    return this.#rewritten(text)
  }

  /** Takes the ids of an answer for those of the recorded one, where it has as many. */
  learn(answer: Buffer, index: number): void {
    this.#texts.push(answer)
    const now = idsIn(answer)
    const before = this.#ids[index] ?? []
    for (const [place, id] of before.entries()) {
      const same = now[place]
      if (same !== undefined && now.length === before.length && this.#sources.get(id) === index) this.#now.set(id, same)
    }
    this.#answered[index]?.resolve(undefined)
  }

  /** Takes an id that no answer has shown for the recorded one. */
  made(before: string, now: string): void {
    this.#now.set(before, now)
  }

  /** Does once more what was done for the ids, so that its cost can be told from that of sending. */
  relearn(): number {
    return this.#texts.reduce(
      (sum, text) =>
        sum +
        (typeof text === 'string'
          ? (text.match(uuid)?.length ?? 0) + this.#rewritten(text).length
          : idsIn(text).length),
      0,
    )
  }

  #rewritten(text: string): string {
    return text.replaceAll(uuid, (id) => this.#now.get(id) ?? id)
  }

  #note(index: number, request: string): void {
    for (const id of this.#ids[index] ?? [])
      if (!this.#sources.has(id) && !request.includes(id)) this.#sources.set(id, index)
  }
}

function idsIn(body: Buffer): readonly string[] {
  return body.toString().match(uuid) ?? []
}
