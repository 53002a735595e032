import type { Exchange } from '../client/exchange.ts'
import type { RequestDescription } from '../client/request-description.ts'
import { TransportError } from '../client/transport-error.ts'
import type { AdmittedWrite, WriteGuard } from '../client/write-guard.ts'
import { succeeded } from '../client/succeeded.ts'
import { isRecord } from '../contract/is-record.ts'
import type { Ledger } from './ledger.ts'

/** A creation of a product, however it is spelled: what else is made goes with the product that it is in. */
const creation = /\/products\/*(?:\?|$)/i
/** An upload, which names its target. */
const upload = /\/files\/+([^/?]+)\/*(?:\?|$)/i
/** The deletion of one. */
const deletion = /\/products\/([^/?]+)\/*(?:\?|$)/i

/** Notes every creation of a product in the ledger before it is sent, whatever it was sent for, and what came of it after. */
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

  async admit(request: RequestDescription): Promise<AdmittedWrite | undefined> {
    await this.#next.admit(request)
    if (request.method === 'DELETE') return this.#deleting(request.path)
    const place = request.method === 'POST' ? upload.exec(request.path)?.[1] : undefined
    if (place === undefined && (request.method !== 'POST' || !creation.test(request.path))) return undefined
    const entry = this.#ledger.planned({
      identity: request.as ?? 'own',
      ...(place === undefined ? { kind: 'product', readableId: readableIdIn(request) } : { kind: 'file', place }),
    })
    return {
      answered: (exchange) => this.#answered(entry, exchange),
      failed: (error) => {
        if (!maySent(error)) this.#ledger.refused(entry, 'not sent')
      },
    }
  }

  observe(exchange: Exchange): void {
    this.#next.observe(exchange)
  }

  #deleting(path: string): AdmittedWrite | undefined {
    const entry = this.#made.get(deletion.exec(path)?.[1]?.toLowerCase() ?? '')
    if (entry === undefined) return undefined
    return {
      answered: ({ status }) => {
        if (succeeded({ status })) this.#ledger.deleted(entry)
      },
      failed: () => undefined,
    }
  }

  #answered(entry: string, { status, json }: Exchange): void {
    const id = isRecord(json) ? json['id'] : undefined
    if (succeeded({ status }) && typeof id === 'string' && id !== '') {
      this.#ledger.made(entry, id)
      this.#made.set(id.toLowerCase(), entry)
    } else if (status >= 400 && status < 500) this.#ledger.refused(entry, `answered ${status}`)
    else this.#ledger.answered(entry, status)
  }
}

/** Any error but those of the client before it sends: a connection that breaks may have carried the request. */
function maySent(error: unknown): boolean {
  return error instanceof TransportError && error.kind !== 'refused'
}

function readableIdIn({ json, rawBody }: RequestDescription): string | undefined {
  if (isRecord(json)) return wellFormed(json['readable_id'])
  const text = typeof rawBody === 'string' ? rawBody : ''
  return /"readable_id"\s*:\s*"([a-z0-9_]+)"/.exec(text)?.[1]
}

function wellFormed(readableId: unknown): string | undefined {
  return typeof readableId === 'string' && /^[a-z0-9_]+$/.test(readableId) ? readableId : undefined
}
