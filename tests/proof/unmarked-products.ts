import { succeeded, type Exchange } from '../../lib/client/exchange.ts'

/** By either of these a product is told to be the run's, when it is to be removed. */
const telling = ['name', 'readable_id'] as const

type Telling = (typeof telling)[number]

/** The fields of a product without the mark of the run. */
interface Unmarked {
  /** After the updates that the target accepted. */
  readonly shown: ReadonlySet<Telling>
  /** After these and all that the check has sent since. */
  readonly sent: ReadonlySet<Telling>
  readonly check: string | undefined
}

/**
 * Tells of the changes of products after which neither would be left, had the target accepted whatever a check sent. The next
 * check gets a product only with the name that its last accepted write shows.
 */
export class UnmarkedProducts {
  readonly changes: string[] = []
  /** How many changes it has seen. */
  seen = 0
  readonly #runId: string
  readonly #products = new Map<unknown, Unmarked>()

  constructor(runId: string) {
    this.#runId = runId
  }

  see(exchange: Exchange): void {
    const { endpoint, json, check, request } = exchange
    if (endpoint === 'createProduct') this.#products.set(Object(json).id, { shown: new Set(), sent: new Set(), check })
    const id = request.path.split('/').at(-1)
    const product = this.#products.get(id)
    if (endpoint !== 'updateProduct' || product === undefined || request.body === undefined) return
    this.seen += 1
    const sent = this.#without(request.body.text, product.check === check ? product.sent : product.shown)
    const shown = succeeded(exchange) ? this.#without(request.body.text, product.shown) : product.shown
    this.#products.set(id, { shown, sent, check })
    if (sent.size === telling.length) this.changes.push(`${request.path}: ${request.body.text.slice(0, 200)}`)
  }

  /** The fields without the mark after an update. */
  #without(body: string, before: ReadonlySet<Telling>): ReadonlySet<Telling> {
    const unmarked = new Set(before)
    for (const field of telling) {
      const [, value] = new RegExp(String.raw`"${field}":\s*("(?:[^"\\]|\\.)*"|[^,}]*)`).exec(body) ?? []
      // A body that is cut off before the value brings none.
      if (value === undefined || value === '') continue
      if (value.includes(this.#runId)) unmarked.delete(field)
      else unmarked.add(field)
    }
    return unmarked
  }
}
