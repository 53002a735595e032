import { type Exchange, type Identity, succeeded } from '../../client/exchange.ts'
import type { PropertyType } from '../interface/patterns.ts'
import type { Place } from '../../dialect/fill-template.ts'
import type { Api } from '../../run/api.ts'
import type { Session } from '../../run/session.ts'
import { nextPlace, noteFull } from './shared-places.ts'
import { requireSuccess } from './require-success.ts'
import type { MadeProduct } from './made-product.ts'
import type { Names } from './names.ts'
import type { Products } from './products.ts'
import { textField } from './read-answer.ts'
import { UntestedError } from '../../checks/errors.ts'
import { hadRoom, madeAt, mayBeFull, noteRoom } from './room.ts'
import { requestName } from '../../wording/request-words.ts'

/** Fields that replace or extend those of the dialect in a creation body. */
export type Fields = Readonly<Record<string, unknown>>

export interface MadeItem {
  readonly id: string
  readonly product: MadeProduct
  readonly body: Fields
  /** The creation, answered with a success. */
  readonly exchange: Exchange
}

export interface MadeProperty {
  readonly id: string
  readonly type: PropertyType
  readonly item: MadeItem
  readonly body: Fields
  /** The creation, answered with a success. */
  readonly exchange: Exchange
}

export interface ItemOptions {
  /** The product to make it in; without it, a new one. */
  readonly product?: MadeProduct
  readonly fields?: Fields
  readonly as?: Identity
}

export interface PropertyOptions {
  /** The item to make it in; without it, a new one in a new product. */
  readonly item?: MadeItem
  readonly fields?: Fields
  readonly as?: Identity
}

export interface Items {
  /** An item of this run. Blocked by ITEM-03 if the target rejects it; untested if the run cannot learn how to create one. */
  item(options?: ItemOptions): Promise<MadeItem>
  /** A property of this run, with a value that fits its type. Blocked by PROP-29 if the target rejects it. */
  property(type: PropertyType, options?: PropertyOptions): Promise<MadeProperty>
  /**
   * Sends a valid creation of an item in a product that may contain others. Untested if the target rejects it and accepts a plain
   * item in a new product but not in this one. lawful: a limit on the items of a product
   */
  createItem(product: MadeProduct, fields?: Fields): Promise<Exchange>
  /** The number of the shared place that this check uses; it changes when a product is full. */
  itemPlace(): number
  /** A valid creation body of an item in a product. */
  itemBody(product: MadeProduct, fields?: Fields): Promise<Fields>
  /** A valid creation body of a property in an item. */
  propertyBody(type: PropertyType, item: MadeItem, fields?: Fields): Promise<Fields>
  /** A body that creates several items in a product; untested if the run cannot learn the target's form. */
  itemBulk(product: MadeProduct, count?: number): Promise<unknown>
  /** A body that creates several properties in an item. */
  propertyBulk(item: MadeItem, count?: number): Promise<unknown>
  /** The place that fills creation templates, with new names at each call. */
  placeIn(product: MadeProduct, item?: MadeItem): Place
}

/** The names of a place are fresh each time. */
function placesOf({ configuration: { runId } }: Session, names: Names): Items['placeIn'] {
  return (product, item) => ({
    productId: product.id,
    workspaceId: product.workspaceId,
    name: names.name(),
    readableId: names.readableId(),
    runId,
    ...(item === undefined ? {} : { itemId: item.id }),
  })
}

/** Where checks that share products make items, and creations that may find such a product full. */
function roomOfItems(
  { api, session }: { readonly api: Api; readonly session: Session },
  { itemBody, anotherProduct }: Pick<Items, 'itemBody'> & { readonly anotherProduct: () => Promise<MadeProduct> },
): Pick<Items, 'itemPlace' | 'createItem'> {
  let place: number | undefined
  const sendTo = async (product: MadeProduct, fields?: Fields): Promise<Exchange> =>
    api.send('createItem', { json: await itemBody(product, fields) })
  return {
    itemPlace: () => (place ??= nextPlace(session, 'items')),
    createItem: async (product, fields) => {
      const answer = await sendTo(product, fields)
      noteItem(session, product, { answer, isPlain: false })
      if (mayHoldNoMoreItems(session, product, answer))
        await requireRoomForItem(session, { product, refusal: answer, sendTo, anotherProduct })
      return answer
    },
  }
}

/** Creates items and properties with the learned bodies; they are deleted with their product. */
export function createItems(api: Api, session: Session, others: Names & Products): Items {
  const placeIn = placesOf(session, others)
  const itemBody: Items['itemBody'] = async (product, fields = {}) => ({
    ...(await session.dialect.itemBody(placeIn(product))),
    ...fields,
  })
  const item: Items['item'] = async ({ product: given, fields, as = 'own' } = {}) => {
    const product = given ?? (await (as === 'own' ? others.emptyProduct() : others.product({}, { as })))
    const body = await itemBody(product, fields)
    const answer = await api.send('createItem', { json: body, as })
    noteItem(session, product, { answer, isPlain: fields === undefined })
    const exchange = requireSuccess(answer, 'ITEM-03')
    return { id: textField(exchange, 'id', 'ITEM-02'), product, body, exchange }
  }
  const sourceOf = async (type: PropertyType, within: MadeItem, as: Identity): Promise<Place> => {
    if (type !== 'formula') return {}
    const make = (): Promise<MadeProperty> => property('numeric', { item: within, as })
    const source = await session.shared(`source of the formulas in item ${within.id}`, make)
    return { sourceId: source.id }
  }
  const bodyOf = async (
    type: PropertyType,
    within: MadeItem,
    { fields = {}, as = 'own' }: Pick<PropertyOptions, 'fields' | 'as'>,
  ): Promise<Fields> => ({
    ...(await session.dialect.propertyBody(type, {
      ...placeIn(within.product, within),
      ...(await sourceOf(type, within, as)),
    })),
    ...fields,
  })
  const property: Items['property'] = async (type, { item: given, fields, as = 'own' } = {}) => {
    const within = given ?? (await item({ as }))
    const body = await bodyOf(type, within, { ...(fields === undefined ? {} : { fields }), as })
    const exchange = requireSuccess(await api.send('createProperty', { json: body, as }), 'PROP-29')
    return { id: textField(exchange, 'id', 'PROP-01'), type, item: within, body, exchange }
  }
  return {
    ...roomOfItems({ api, session }, { itemBody, anotherProduct: () => others.product() }),
    item,
    property,
    itemBody,
    placeIn,
    itemBulk: (product, count = 2) =>
      session.dialect.itemBulkBody(Array.from({ length: count }, () => placeIn(product))),
    propertyBulk: (within, count = 2) =>
      session.dialect.propertyBulkBody(Array.from({ length: count }, () => placeIn(within.product, within))),
    propertyBody: (type, within, fields = {}) => bodyOf(type, within, { fields }),
  }
}

/** Whether the number of items may be the reason of a rejection: the product accepted others before. */
function mayHoldNoMoreItems(session: Session, product: MadeProduct, answer: Exchange): boolean {
  return mayBeFull(answer) && hadRoom(session, itemsOf(product))
}

/** Notes the outcome of a creation: a created item, or a rejected plain one after others were accepted. */
function noteItem(
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
async function requireRoomForItem(
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
