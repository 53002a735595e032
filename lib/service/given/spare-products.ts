import type { Identity } from '../../client/exchange.ts'
import type { Session } from '../../run/session.ts'
import type { MadeProduct } from './made-product.ts'

/** Products that a list was made longer with: each is as good as a new one to make an item in. */
const spares = new WeakMap<Session, MadeProduct[]>()

export function leaveSpare(session: Session, product: MadeProduct): void {
  spares.set(session, [...(spares.get(session) ?? []), product])
}

/** A product of the own key that nothing was done with yet. */
export function takeSpare(session: Session, as: Identity): MadeProduct | undefined {
  return as === 'own' ? spares.get(session)?.pop() : undefined
}
