import { UntestedError } from '../../checks/errors.ts'
import { succeeded, type Exchange } from '../../client/exchange.ts'
import type { Session } from '../../run/session.ts'
import type { MadeProduct } from './made-product.ts'
import { hadRoom, madeAt, mayBeFull, noteRoom } from './room.ts'
import { noteFull } from './shared-places.ts'
import { requestName } from '../../wording/request-words.ts'

/** Whether the number of items may be the reason of a rejection: the product accepted others before. */
export function mayHoldNoMoreItems(session: Session, product: MadeProduct, answer: Exchange): boolean {
  return mayBeFull(answer) && hadRoom(session, itemsOf(product))
}

/** Notes the outcome of a creation: a created item, or a rejected plain one after others were accepted. */
export function noteItem(
  session: Session,
  product: MadeProduct,
  { answer, isPlain }: { readonly answer: Exchange; readonly isPlain: boolean },
): void {
  if (succeeded(answer)) noteRoom(session, itemsOf(product))
  // Fields of a check's own may be what is rejected.
  else if (isPlain && mayHoldNoMoreItems(session, product, answer)) noteFullProduct(session, product)
}

/** Notes that a product accepts no more items: checks use others. */
function noteFullProduct(session: Session, product: MadeProduct): void {
  noteFull(session, 'items', madeAt(session, itemsOf(product)))
}

/** A creation that was rejected in a product, and functions that send a plain one there and elsewhere. */
interface RefusedItem {
  readonly product: MadeProduct
  readonly refusal: Exchange
  readonly sendTo: (product: MadeProduct) => Promise<Exchange>
  readonly anotherProduct: () => Promise<MadeProduct>
}

/**
 * Returns a rejection that does not depend on the number of items in the product: a plain item is accepted there, or in no other
 * product. Otherwise untested. lawful: a limit on the items of a product
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
