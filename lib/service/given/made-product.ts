import type { Exchange, Identity } from '../../client/exchange.ts'
import { isRecord } from '../../contract/is-record.ts'
import type { Session } from '../../run/session.ts'

/** A product that this run made. */
export interface MadeProduct {
  readonly id: string
  readonly workspaceId: string
  readonly body: ProductBody
  /** The creation, answered with 201: the control request of a refused creation. */
  readonly exchange: Exchange
}

/** A valid body of a product creation. */
export interface ProductBody {
  readonly workspace_id: string
  readonly name: string
  readonly readable_id: string
  readonly description?: string
  readonly part_number?: string
}

/** The part number of a product or item record, under either of its two spellings; `undefined` where it has none. */
export function partNumberOf(record: unknown): unknown {
  if (!isRecord(record)) return undefined
  return record['part_number'] ?? record['partNumber']
}

/** Products that a list was made longer with: each is as good as a new one to make an item in. */
const spares = new WeakMap<Session, MadeProduct[]>()

export function leaveSpare(session: Session, product: MadeProduct): void {
  spares.set(session, [...(spares.get(session) ?? []), product])
}

/** A product of the own key that nothing was done with yet. */
export function takeSpare(session: Session, as: Identity): MadeProduct | undefined {
  return as === 'own' ? spares.get(session)?.pop() : undefined
}
