import { UntestedError } from '../../checks/errors.ts'
import { succeeded, type Exchange } from '../../client/exchange.ts'
import type { Session } from '../../run/session.ts'
import type { MadeProduct } from './made-product.ts'
import { hadRoom, madeAt, mayBeFull, noteRoom } from './room.ts'
import { noteFull } from './shared-places.ts'
import { requestName } from '../../wording/request-words.ts'

/** Whether a creation may be refused for the number of items in the product: others were accepted there. */
export function mayHoldNoMoreItems(session: Session, product: MadeProduct, answer: Exchange): boolean {
  return mayBeFull(answer) && hadRoom(session, itemsOf(product))
}

/** Notes what became of a creation: an item that was made, or a plain one that is refused where others were accepted. */
export function noteItem(
  session: Session,
  product: MadeProduct,
  { answer, isPlain }: { readonly answer: Exchange; readonly isPlain: boolean },
): void {
  if (succeeded(answer)) noteRoom(session, itemsOf(product))
  // Fields of a check's own may be what is refused.
  else if (isPlain && mayHoldNoMoreItems(session, product, answer)) noteFullProduct(session, product)
}

/** Notes that a product takes no more items: checks move on to others. */
function noteFullProduct(session: Session, product: MadeProduct): void {
  noteFull(session, 'items', madeAt(session, itemsOf(product)))
}

/** A creation that was refused in a product, and how to send a plain one there and elsewhere. */
interface RefusedItem {
  readonly product: MadeProduct
  readonly refusal: Exchange
  readonly sendTo: (product: MadeProduct) => Promise<Exchange>
  readonly anotherProduct: () => Promise<MadeProduct>
}

/**
 * Passes on a refusal that has nothing to do with how much the product holds: a plain item is accepted there, or in no other product.
 * lawful: a product that takes so many items and no more. Untested there.
 */
export async function requireRoomForItem(
  session: Session,
  { product, refusal, sendTo, anotherProduct }: RefusedItem,
): Promise<void> {
  if ((await sendTo(product)).status !== refusal.status) return
  if (!succeeded(await sendTo(await anotherProduct()))) return
  noteFullProduct(session, product)
  const cause = `the product was full: ${requestName(refusal.request)} answered ${refusal.status}, and a new product accepted an item`
  throw new UntestedError({ reason: 'capability-absent', cause })
}

function itemsOf({ id }: MadeProduct): string {
  return `items of ${id}`
}
