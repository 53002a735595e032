import type { Exchange } from '../client/exchange.ts'
import type { RequestDescription } from '../client/request-description.ts'
import { succeeded } from '../client/succeeded.ts'
import { TransportError } from '../client/transport-error.ts'
import type { AdmittedWrite, WriteGuard } from '../client/write-guard.ts'
import { isCreation, targetOf } from '../client/write-permit.ts'
import { isRecord } from '../contract/is-record.ts'
import type { MadeKind, Planned, Renaming } from './ledger-lines.ts'
import type { Ledger } from './ledger.ts'
import { idsMade } from './ownership.ts'

/** Notes every creation in the ledger before it is sent, whatever it was sent for, what came of it, and each new name of a product. */
export class LedgerGuard implements WriteGuard {
  readonly #ledger: Ledger
  readonly #next: WriteGuard
  /** The entries of products that were made, by their ids in lower case. */
  readonly #made = new Map<string, string>()

  /** What another guard refuses is not noted. */
  constructor(ledger: Ledger, next: WriteGuard) {
    this.#ledger = ledger
    this.#next = next
  }

  async admit(request: RequestDescription): Promise<AdmittedWrite> {
    const admitted = await this.#next.admit(request)
    const noted = isCreation(request) ? this.#creating(request) : this.#changing(request)
    return {
      permit: admitted.permit,
      answered: (exchange) => {
        admitted.answered(exchange)
        noted.answered(exchange)
      },
      failed: (error) => {
        admitted.failed(error)
        noted.failed(error)
      },
    }
  }

  observe(exchange: Exchange): void {
    this.#next.observe(exchange)
  }

  #creating(request: RequestDescription): Pick<AdmittedWrite, 'answered' | 'failed'> {
    const plans = plansOf(request)
    const entries = plans.map((planned) => this.#ledger.planned(planned))
    return {
      answered: (exchange) => this.#answered(entries, { exchange, isProduct: plans[0]?.kind === 'product' }),
      failed: (error) => {
        if (!maySent(error)) for (const entry of entries) this.#ledger.refused(entry, 'not sent')
      },
    }
  }

  #changing(request: RequestDescription): Pick<AdmittedWrite, 'answered' | 'failed'> {
    const entry = this.#made.get(targetOf(request.path)?.toLowerCase() ?? '')
    const { name, readableId } = namesIn(bodyOf(request))
    if (entry !== undefined && (name ?? readableId) !== undefined) this.#ledger.renaming(entry, { name, readableId })
    return {
      answered: ({ status }) => {
        if (entry !== undefined && request.method === 'DELETE' && succeeded({ status })) this.#ledger.deleted(entry)
      },
      failed: () => undefined,
    }
  }

  #answered(entries: readonly string[], { exchange, isProduct }: { exchange: Exchange; isProduct: boolean }): void {
    const { status } = exchange
    const ids = succeeded({ status }) ? idsMade(exchange) : []
    for (const [index, entry] of entries.entries()) {
      const id = ids[index]
      if (id !== undefined) this.#ledger.made(entry, id)
      else if (status >= 400 && status < 500) this.#ledger.refused(entry, `answered ${status}`)
      else this.#ledger.answered(entry, status)
      if (id !== undefined && isProduct) this.#made.set(id.toLowerCase(), entry)
    }
  }
}

/** Any error but those of the client before it sends: a connection that breaks may have carried the request. */
function maySent(error: unknown): boolean {
  return error instanceof TransportError && error.kind !== 'refused'
}

const kinds: ReadonlyArray<readonly [RegExp, MadeKind]> = [
  [/\/items/i, 'item'],
  [/\/properties/i, 'property'],
  [/\/files/i, 'file'],
  [/\/products/i, 'product'],
]

/** What a creation is to make: of a bulk, as many as its longest list has. */
function plansOf(request: RequestDescription): readonly Planned[] {
  const kind = kinds.find(([path]) => path.test(request.path))?.[1] ?? 'product'
  const identity = request.as ?? 'own'
  const body = bodyOf(request)
  if (kind === 'file') {
    const file = request.form?.find((part) => 'bytes' in part)
    return [{ kind, identity, name: file?.filename, place: targetOf(request.path) }]
  }
  const lists = [body, ...(isRecord(body) ? Object.values(body) : [])].filter((value) => Array.isArray(value))
  const [bodies] = lists.toSorted((one, other) => other.length - one.length)
  const isBulk = /\/bulk/i.test(request.path) && bodies !== undefined
  return (isBulk ? bodies : [body]).map((one: unknown) => {
    const place = fieldOf(one, ['workspace_id', 'product_id', 'productId', 'item_id', 'itemId'])
    return { kind, identity, ...namesIn(one), place: place ?? fieldOf(body, ['product_id', 'item_id']) }
  })
}

function namesIn(body: unknown): Renaming {
  return { name: fieldOf(body, ['name', 'title']), readableId: fieldOf(body, ['readable_id']) }
}

function fieldOf(body: unknown, fields: readonly string[]): string | undefined {
  if (!isRecord(body)) return undefined
  return fields.map((field) => body[field]).find((value) => typeof value === 'string')
}

function bodyOf({ json, rawBody }: RequestDescription): unknown {
  if (rawBody === undefined) return json
  const text = Buffer.from(rawBody).toString()
  try {
    return JSON.parse(text)
  } catch {
    // A service may make something of a body that is cut or garbled all the same.
    return { readable_id: /"readable_id"\s*:\s*"([a-z0-9_]+)"/.exec(text)?.[1] }
  }
}
