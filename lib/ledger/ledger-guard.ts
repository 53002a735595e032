import { succeeded, type Exchange } from '../client/exchange.ts'
import type { RequestDescription } from '../client/request-description.ts'
import { TransportError } from '../client/transport-error.ts'
import type { AdmittedWrite, WriteGuard } from '../client/write-guard.ts'
import { isCreation, targetOf } from '../client/write-permit.ts'
import { isRecord } from '../contract/is-record.ts'
import { textsIn } from './ids-in.ts'
import type { MadeKind, Planned } from './ledger-lines.ts'
import type { Ledger } from './ledger.ts'
import { idsMade } from './ownership.ts'

/** Notes every creation in the ledger before it is sent, with its outcome afterwards, and each new name of a product. */
export class LedgerGuard implements WriteGuard {
  readonly #ledger: Ledger
  readonly #next: WriteGuard
  /** What was made, by its id in lower case. */
  readonly #made = new Map<string, { readonly kind: MadeKind; readonly entry: string }>()

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
    const kind = kinds.find(([path]) => path.test(request.path))?.[1] ?? 'product'
    const entries = bodiesOf(request).map((body) => this.#planned(request, kind, body))
    return {
      answered: (exchange) => this.#answered(entries, exchange, kind),
      failed: (error) => {
        if (!maySent(error)) for (const entry of entries) this.#ledger.refused(entry, 'not sent')
      },
    }
  }

  /** Notes all possible names of one record, whichever field the target uses; returns the entry's name. */
  #planned(request: RequestDescription, kind: MadeKind, body: unknown): string {
    const sent = { kind, identity: request.as ?? 'own', place: this.#placeIn(request, kind, body) }
    if (kind === 'file') {
      const file = request.form?.find((part) => 'bytes' in part)
      return this.#ledger.planned({ ...sent, name: file?.filename })
    }
    const [readableId] = fieldsOf(body, ['readable_id'])
    const [name, ...others] = namesIn(body, kind, this.#ledger.header.runId)
    const entry = this.#ledger.planned({ ...sent, name, readableId })
    for (const other of others) this.#ledger.renaming(entry, { name: other })
    return entry
  }

  /** The id of the run's record in which a record is created: the documented field of another kind may contain anything. */
  #placeIn(request: RequestDescription, kind: MadeKind, body: unknown): string | undefined {
    if (kind === 'product') return fieldsOf(body, ['workspace_id', 'workspaceId'])[0]
    if (kind === 'file') return targetOf(request.path)
    const whole = bodyOf(request)
    const isPlace = (id: string): boolean =>
      this.#made.get(id.toLowerCase())?.kind === (kind === 'item' ? 'product' : 'item')
    const fields = ['product_id', 'productId', 'item_id', 'itemId']
    const named = [...fieldsOf(body, fields), ...fieldsOf(whole, fields)]
    return named.find(isPlace) ?? textsIn(body).find(isPlace) ?? textsIn(whole).find(isPlace) ?? named[0]
  }

  #changing(request: RequestDescription): Pick<AdmittedWrite, 'answered' | 'failed'> {
    const made = this.#made.get(targetOf(request.path)?.toLowerCase() ?? '')
    const entry = made?.kind === 'product' ? made.entry : undefined
    const body = bodyOf(request)
    const [[name], [readableId]] = [fieldsOf(body, ['name']), fieldsOf(body, ['readable_id'])]
    if (entry !== undefined && (name ?? readableId) !== undefined) this.#ledger.renaming(entry, { name, readableId })
    return {
      answered: ({ status }) => {
        if (entry !== undefined && request.method === 'DELETE' && succeeded({ status })) this.#ledger.deleted(entry)
      },
      failed: () => undefined,
    }
  }

  #answered(entries: readonly string[], exchange: Exchange, kind: MadeKind): void {
    const { status } = exchange
    const ids = succeeded({ status }) ? idsMade(exchange) : []
    for (const [index, entry] of entries.entries()) {
      const id = ids[index]
      if (id !== undefined) this.#ledger.made(entry, id)
      else if (status >= 400 && status < 500) this.#ledger.refused(entry, `answered ${status}`)
      else this.#ledger.answered(entry, status)
      if (id !== undefined) this.#made.set(id.toLowerCase(), { kind, entry })
    }
    // A body that cannot be parsed here may have created more than was announced.
    for (const id of ids.slice(entries.length))
      this.#ledger.made(this.#ledger.planned({ kind, identity: exchange.identity }), id)
  }
}

/** Any error except those that the client throws before it sends: a broken connection may have delivered the request. */
function maySent(error: unknown): boolean {
  return error instanceof TransportError && error.kind !== 'refused'
}

const kinds: ReadonlyArray<readonly [RegExp, MadeKind]> = [
  [/\/items/i, 'item'],
  [/\/properties/i, 'property'],
  [/\/files/i, 'file'],
  [/\/products/i, 'product'],
]

/** The bodies of the records in a creation: for a bulk, the entries of its longest list. */
function bodiesOf(request: RequestDescription): readonly unknown[] {
  const body = bodyOf(request)
  const lists = [body, ...(isRecord(body) ? Object.values(body) : [])].filter((value) => Array.isArray(value))
  const [bodies] = lists.toSorted((one, other) => other.length - one.length)
  return /\/bulk/i.test(request.path) && bodies !== undefined ? bodies : [body]
}

/** The documented name of a product; for other records the possible names: names, and all other texts with the run id. */
function namesIn(body: unknown, kind: MadeKind, runId: string): readonly string[] {
  if (kind === 'product' || !isRecord(body)) return fieldsOf(body, ['name'])
  const texts = Object.values(body).filter((value) => typeof value === 'string')
  return [...new Set([...fieldsOf(body, ['name', 'title']), ...texts.filter((text) => text.includes(runId))])]
}

function fieldsOf(body: unknown, fields: readonly string[]): readonly string[] {
  return isRecord(body) ? fields.map((field) => body[field]).filter((value) => typeof value === 'string') : []
}

function bodyOf({ json, rawBody }: RequestDescription): unknown {
  if (rawBody === undefined) return json
  const text = Buffer.from(rawBody).toString()
  try {
    return JSON.parse(text)
  } catch {
    // A service may create something even from a truncated or garbled body.
    const texts = Array.from(text.matchAll(/"([^"\\]*)"/g), ([, quoted], index) => [index, quoted])
    return { ...Object.fromEntries(texts), readable_id: /"readable_id"\s*:\s*"([a-z0-9_]+)"/.exec(text)?.[1] }
  }
}

/** An item or a property that is deleted by itself. */
const deletion = /\/(?:items|properties)\/+([^/?]+)\/*(?:\?|$)/i

/** Notes in the ledger, before the request is sent, what may leave a trace: part numbers stay retired, and files may outlive their item. */
export class TraceGuard implements WriteGuard {
  readonly #ledger: Ledger
  readonly #next: WriteGuard

  /** What another guard refuses is not noted. */
  constructor(ledger: Ledger, next: WriteGuard) {
    this.#ledger = ledger
    this.#next = next
  }

  async admit(request: RequestDescription): ReturnType<WriteGuard['admit']> {
    const admitted = await this.#next.admit(request)
    const entries = plansOf(request).map((planned) => this.#ledger.planned(planned))
    if (entries.length === 0) return admitted
    return {
      ...admitted,
      answered: (exchange) => {
        admitted?.answered(exchange)
        if (exchange.status >= 400 && exchange.status < 500)
          for (const entry of entries) this.#ledger.refused(entry, `answered ${exchange.status}`)
      },
      failed: (error) => admitted?.failed(error),
    }
  }

  observe(exchange: Exchange): void {
    this.#next.observe(exchange)
  }
}

function plansOf({ method, path, json, as: identity = 'own' }: RequestDescription): readonly Planned[] {
  const place = method === 'DELETE' ? deletion.exec(path)?.[1] : undefined
  if (place !== undefined) return [{ kind: 'deletion', identity, place }]
  return partNumbersIn(json).map((name) => ({ kind: 'part-number', identity, name }))
}

/** The part numbers that a body of one record, or a bulk body, assigns. */
function partNumbersIn(body: unknown): readonly string[] {
  if (!isRecord(body)) return Array.isArray(body) ? body.flatMap((entry) => partNumbersIn(entry)) : []
  const { part_number: own, ...others } = body
  const within = Object.values(others).flatMap((value) => (Array.isArray(value) ? partNumbersIn(value) : []))
  return typeof own === 'string' && own !== '' ? [own, ...within] : within
}
