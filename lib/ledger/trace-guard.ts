import type { Exchange } from '../client/exchange.ts'
import type { RequestDescription } from '../client/request-description.ts'
import type { WriteGuard } from '../client/write-guard.ts'
import { isRecord } from '../contract/is-record.ts'
import type { Planned } from './ledger-lines.ts'
import type { Ledger } from './ledger.ts'

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
