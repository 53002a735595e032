import { isDeepStrictEqual } from 'node:util'
import type { Exchange } from '../../client/exchange.ts'
import { isRecord } from '../../contract/is-record.ts'
import type { Session } from '../../run/session.ts'
import { mayChange, type MadeProduct } from './made-product.ts'
import { pick } from './require-success.ts'
import { leaveSpare, takeAlike, sharesKeys, type AlikeFields } from './spare-products.ts'

/** What is needed to hand a product on. */
export interface ProductLending {
  readonly session: Session
  /** What was asked for: products that are alike stand for each other. */
  readonly fields: AlikeFields
  readonly make: () => Promise<MadeProduct>
  readonly read: (id: string) => Promise<Exchange>
}

/**
 * A product that nobody else uses now: a new one, or one that the checks before have left as it was made. It is handed on only if
 * a read shows just that, so that what went wrong in one check is not met by the next.
 */
export async function lendProduct({ session, fields, make, read }: ProductLending): Promise<MadeProduct> {
  const { workspaceId, description, hasNumber } = fields
  const kind = `product in ${workspaceId}${hasNumber ? ' with a part number' : ''}, ${description ?? 'not described'}`
  for (;;) {
    const loan = await session.lending.borrow(kind)
    let isNew = loan.isNew
    const product = await session.shared(loan.name, async () => {
      const spare = takeAlike(session, fields)
      isNew = spare === undefined
      return spare ?? make()
    })
    if (!isNew && !isAsMade(await read(product.id), product)) continue
    loan.staysAsItWas = (trail) => {
      const others = trail.filter((sent) => sent !== product.exchange)
      return !others.some((sent) => mayChange(sent, product.id)) && !sharesKeys(product, others)
    }
    loan.whenChanged = (trail) => leaveSpare(session, [product.exchange], trail)
    return product
  }
}

/** Fields that a product shows only if they are set. lawful: a job that sets them in products that have none */
const optional = ['description', 'part_number', 'partNumber'] as const

function isAsMade({ status, json }: Exchange, { exchange }: MadeProduct): boolean {
  if (status !== 200 || !isRecord(exchange.json)) return false
  const compared = [...Object.keys(exchange.json), ...optional]
  return isDeepStrictEqual(pick(json, compared), pick(exchange.json, compared))
}
