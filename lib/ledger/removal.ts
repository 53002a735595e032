import type { Client } from '../client/client.ts'
import type { Exchange, Identity } from '../client/exchange.ts'
import { ForeignWriteError } from './foreign-write-error.ts'

export interface RemovalOptions {
  /** Its guard permits a deletion only if a read shows what the run sent. */
  readonly client: Client
  /** Called for each removed record; `there` is false if it was gone before. */
  readonly onRemoved?: ((there: boolean) => void) | undefined
}

/** One product to delete, with the key of its organization. */
export interface Removable {
  readonly id: string
  readonly identity: Identity
}

/** Requests under way at once. */
const sideBySide = 8

/** Attempts of a request: the run that has just ended may have overloaded the service. */
const attempts = 3

/** Deletes the run's records, and keeps track of what remains. */
export class Removal {
  /** What is still there, or may be, a line each. */
  readonly left: string[] = []
  /** Records that are not, or no longer, the run's, and were left alone, by id: one line each. */
  readonly foreign = new Map<string, string>()
  /** Ids of records that the run did not create: its own may be elsewhere. */
  readonly mistaken = new Set<string>()
  /** Ids under which there is nothing. */
  readonly gone = new Set<string>()
  readonly #options: RemovalOptions
  readonly #tried = new Set<string>()

  constructor(options: RemovalOptions) {
    this.#options = options
  }

  /** Deletes what was not tried before. */
  async remove(removables: readonly Removable[]): Promise<void> {
    const once = new Map(removables.map((removable) => [removable.id.toLowerCase(), removable]))
    const fresh = [...once].filter(([id]) => !this.#tried.has(id))
    for (const [id] of fresh) this.#tried.add(id)
    await inParallel(
      fresh.map(([, removable]) => removable),
      (removable) => this.#removeOne(removable),
    )
  }

  async #removeOne(removable: Removable): Promise<void> {
    const answer = await this.#delete(removable)
    const { id } = removable
    if (typeof answer === 'string') this.left.push(`product ${id}: ${answer}`)
    else if (!(answer instanceof ForeignWriteError)) this.#options.onRemoved?.(answer.status < 300)
    else if (answer.whose === 'gone') {
      this.gone.add(id)
      this.#options.onRemoved?.(false)
    } else this.#leave(answer, id)
  }

  #leave(answer: ForeignWriteError, id: string): void {
    if (answer.whose === 'foreign') this.mistaken.add(id)
    this.foreign.set(id, `product ${id} was not deleted: ${answer.reason}`)
  }

  /** The answer that shows the outcome, including 404 and 410, or why there is none. */
  async #delete({ id, identity }: Removable): Promise<Exchange | ForeignWriteError | string> {
    const path = `/v1/public/products/${encodeURIComponent(id.toWellFormed())}`
    let problem = ''
    for (let time = 0; time < attempts; time += 1) {
      try {
        const request = { method: 'DELETE', path, as: identity, endpoint: 'deleteProduct', check: 'teardown' } as const
        const answer = await this.#options.client.send(request)
        if (answer.status < 300 || answer.status === 404 || answer.status === 410) return answer
        problem = `deletion answered ${answer.status}`
      } catch (error) {
        if (error instanceof ForeignWriteError && error.whose !== 'unread') return error
        problem = problemOf(error)
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

function problemOf(error: unknown): string {
  if (error instanceof ForeignWriteError) return error.reason
  return error instanceof Error ? error.message : String(error)
}
