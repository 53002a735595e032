import { UntestedError } from '../../checks/errors.ts'
import type { Exchange } from '../../client/exchange.ts'
import { succeeded } from '../answer.ts'
import type { Session } from '../session.ts'
import type { MadeProduct } from './made-product.ts'
import { hadRoom, madeAt, noteRoom } from './room.ts'
import { noteFull } from './shared-places.ts'

/** Notes what became of the creation of an item, and tells whether its product may be full: it is refused where others were accepted. */
export function mayBeFull(session: Session, product: MadeProduct, answer: Exchange): boolean {
  const place = itemsOf(product)
  if (succeeded(answer)) noteRoom(session, place)
  return !succeeded(answer) && hadRoom(session, place)
}

/** Notes that a product takes no more items: checks move on to others. */
export function noteFullProduct(session: Session, product: MadeProduct): void {
  noteFull(session, 'items', madeAt(session, itemsOf(product)))
}

/**
 * Passes on a refusal that has nothing to do with how much the product holds: a plain item is accepted there.
 * lawful: a product that takes so many items and no more. Untested there.
 */
export async function requireRoomForItem(
  refusal: Exchange,
  sendPlain: () => Promise<Exchange>,
  noteFullAt: () => Promise<void>,
): Promise<void> {
  if ((await sendPlain()).status !== refusal.status) return
  await noteFullAt()
  const { method, path } = refusal.request
  const cause = `a product with that many items takes no more: ${method} ${path} answered ${refusal.status}, and a new product accepted one`
  throw new UntestedError({ reason: 'capability-absent', cause })
}

function itemsOf({ id }: MadeProduct): string {
  return `items of ${id}`
}
