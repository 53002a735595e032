import { isDeepStrictEqual } from 'node:util'
import type { Exchange } from '../../client/exchange.ts'
import { isRecord } from '../../contract/is-record.ts'
import type { Session } from '../../run/session.ts'
import type { MadeProduct } from './made-product.ts'
import { pick } from './require-success.ts'

/** What is needed to hand a product on. */
export interface ProductLending {
  readonly session: Session
  /** What was asked for: products of one kind stand for each other. */
  readonly kind: string
  readonly make: () => Promise<MadeProduct>
  readonly read: (id: string) => Promise<Exchange>
}

/**
 * A product that nobody else uses now: a new one, or one that the checks before have left as it was made. It is handed on only where a
 * read shows just that, so that what went wrong in one check is not met by the next.
 */
export async function lendProduct({ session, kind, make, read }: ProductLending): Promise<MadeProduct> {
  for (;;) {
    const loan = await session.lending.borrow(kind)
    const product = await session.shared(loan.name, make)
    if (!loan.isNew && !isAsMade(await read(product.id), product)) continue
    loan.staysAsItWas = (trail) => !trail.some((sent) => sent !== product.exchange && mayChange(sent, product.id))
    return product
  }
}

function isAsMade({ status, json }: Exchange, { exchange }: MadeProduct): boolean {
  if (status !== 200 || !isRecord(exchange.json)) return false
  return isDeepStrictEqual(pick(json, Object.keys(exchange.json)), exchange.json)
}

/** Whether a write that names a record may have done something to it, or in it: it was not refused. */
function mayChange({ status, request: { method, path, body } }: Exchange, id: string): boolean {
  if (method === 'GET' || (status >= 400 && status < 500)) return false
  return [path, body?.text ?? ''].some((text) => text.toLowerCase().includes(id.toLowerCase()))
}
