import type { Exchange } from '../../lib/client/exchange.ts'

/** By either of these a product is told to be the run's, when it is to be removed. */
const telling = ['name', 'readable_id'] as const

type Telling = (typeof telling)[number]

/** Tells of the changes of products after which neither would be left, had the target accepted whatever it was sent. */
export class UnmarkedProducts {
  readonly changes: string[] = []
  /** How many changes it has seen. */
  seen = 0
  readonly #runId: string
  readonly #lost = new Map<unknown, Set<Telling>>()

  constructor(runId: string) {
    this.#runId = runId
  }

  see({ endpoint, json, request: { path, body } }: Exchange): void {
    if (endpoint === 'createProduct') this.#lost.set(Object(json).id, new Set())
    const lost = this.#lost.get(path.split('/').at(-1))
    if (endpoint !== 'updateProduct' || lost === undefined || body === undefined) return
    this.seen += 1
    for (const field of telling) {
      const [, value] = new RegExp(String.raw`"${field}":\s*("(?:[^"\\]|\\.)*"|[^,}]*)`).exec(body.text) ?? []
      // A body that is cut off before the value brings none.
      if (value === undefined || value === '') continue
      if (value.includes(this.#runId)) lost.delete(field)
      else lost.add(field)
    }
    if (lost.size === telling.length) this.changes.push(`${path}: ${body.text.slice(0, 200)}`)
  }
}
