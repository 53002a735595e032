import type { Client } from '../client/client.ts'
import type { Exchange, Identity } from '../client/exchange.ts'
import { isMarked } from './is-marked.ts'
import type { MadeKind } from './ledger-lines.ts'

export interface RemovalOptions {
  readonly client: Client
  readonly runId: string
  /** Called for each thing that is gone; `there` is false where it was gone before. */
  readonly onRemoved?: ((there: boolean) => void) | undefined
}

/** One thing to delete, with the key of the organization that it was made in. */
export interface Removable {
  readonly kind: Exclude<MadeKind, 'file'>
  readonly id: string
  readonly identity: Identity
}

/** Requests under way at once. */
const sideBySide = 8

/** Times that a request is tried: the service may be overloaded by the run that has just ended. */
const attempts = 3

const endpoints = {
  product: { GET: 'getProduct', DELETE: 'deleteProduct', path: '/v1/public/products/' },
  item: { GET: 'getItem', DELETE: 'deleteItem', path: '/v1/public/items/' },
  property: { GET: 'getProperty', DELETE: 'deleteProperty', path: '/v1/public/properties/' },
} as const

type Whose = 'own' | 'foreign' | 'gone' | 'unknown'

/** Deletes what shows the mark of a run, and keeps account of what is left. */
export class Removal {
  /** What is still there, or may be, a line each. */
  readonly left: string[] = []
  /** What is not the run's and was left alone, by its id: a line each. */
  readonly foreign = new Map<string, string>()
  /** Ids under which there is nothing. */
  readonly gone = new Set<string>()
  readonly #options: RemovalOptions

  constructor(options: RemovalOptions) {
    this.#options = options
  }

  /** Those that a read shows to be the run's. */
  async confirmed(removables: readonly Removable[]): Promise<readonly Removable[]> {
    const own: Removable[] = []
    await inParallel(removables, async (removable) => {
      const whose = await this.#whoseIs(removable)
      if (whose === 'own') own.push(removable)
      if (whose === 'gone') {
        this.gone.add(removable.id)
        this.#options.onRemoved?.(false)
      }
      if (whose === 'foreign')
        this.foreign.set(
          removable.id,
          `${removable.kind} ${removable.id}: it shows no mark of the run, and was left alone`,
        )
    })
    return own
  }

  /** Deletes what is known to be the run's. */
  async remove(removables: readonly Removable[]): Promise<void> {
    const once = new Map(removables.map((removable) => [removable.id.toLowerCase(), removable]))
    await inParallel([...once.values()], async (removable) => {
      const answer = await this.#tried(removable, 'DELETE')
      if (typeof answer === 'string') this.left.push(`${removable.kind} ${removable.id}: ${answer}`)
      else this.#options.onRemoved?.(answer.status < 300)
    })
  }

  async #whoseIs(removable: Removable): Promise<Whose> {
    const answer = await this.#tried(removable, 'GET')
    if (typeof answer === 'string') {
      this.left.push(`${removable.kind} ${removable.id}: whose it is cannot be told, ${answer}`)
      return 'unknown'
    }
    if (answer.status > 299) return 'gone'
    const { runId } = this.#options
    return isMarked(answer.json, { runId, kind: removable.kind }) ? 'own' : 'foreign'
  }

  /** The answer that says what became of it, 404 and 410 among them, or why there is none. */
  async #tried({ kind, id, identity }: Removable, method: 'GET' | 'DELETE'): Promise<Exchange | string> {
    const { path, [method]: endpoint } = endpoints[kind]
    let problem = ''
    for (let time = 0; time < attempts; time += 1) {
      try {
        const request = { method, path: `${path}${encodeURIComponent(id)}`, as: identity, endpoint, check: 'teardown' }
        const answer = await this.#options.client.send(request)
        if (answer.status < 300 || answer.status === 404 || answer.status === 410) return answer
        problem = `${method === 'GET' ? 'reading' : 'deletion'} answered ${answer.status}`
      } catch (error) {
        problem = error instanceof Error ? error.message : String(error)
      }
    }
    return problem
  }
}

async function inParallel<Value>(values: readonly Value[], work: (value: Value) => Promise<void>): Promise<void> {
  const waiting = values.values()
  const worker = async (): Promise<void> => {
    for (const value of waiting) await work(value)
  }
  await Promise.all(Array.from({ length: sideBySide }, worker))
}
