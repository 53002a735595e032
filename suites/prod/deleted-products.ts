import { fieldOf, shownIdsOf, isRecord, sameId, succeeded } from '#suite'
import type { CheckContext, Exchange, Given, MadeFile, MadeItem, MadeProduct, MadeProperty, PropertyType } from '#suite'
import { propertiesIn } from '../shared/example-property.ts'
import { isMarkedDeleted } from '../shared/is-marked-deleted.ts'
import { ifPossible, insteadOf } from '../shared/obstacle.ts'

type Sources = Pick<CheckContext, 'given' | 'session'>
type SourcesOfContent = Pick<CheckContext, 'api' | 'given' | 'session'>

/** Deletes a product of this run; blocked if that is rejected. */
export async function deleteProduct(given: Given, id: string): Promise<Exchange> {
  return given.requireSuccess(await given.remove('product', id), 'PROD-52')
}

/** Reads until it is gone, or late beyond reason. lawful: a cascade may be done shortly after the answer, as with 202. */
export function untilGone(given: Given, read: () => Promise<Exchange>): Promise<Exchange> {
  return given.eventually(read, ({ status }) => status === 404)
}

export function linksInto(read: Exchange, productId: string): boolean {
  const usages = fieldOf(read, 'used_in')
  return Array.isArray(usages) && usages.some((usage) => isRecord(usage) && sameId(usage['product_id'], productId))
}

/** A product that has nothing in it, with the answer to its deletion, whatever that is. */
export function deletedProduct({ given, session }: Sources): Promise<MadeProduct & { readonly answer: Exchange }> {
  return session.shared('deleted product', async () => {
    const product = await given.emptyProduct()
    await given.readProduct(product.id)
    return { ...product, answer: await given.remove('product', product.id) }
  })
}

/** What was in a product when it was deleted: all of it had been seen. */
export interface Content {
  readonly product: MadeProduct
  readonly items: readonly MadeItem[]
  readonly properties: ReadonlyMap<PropertyType, MadeProperty>
  /** Ids of more properties than one page of a careless deletion holds; none if the target does not show them. */
  readonly manyProperties: readonly string[]
  /** A property that was deleted before, if it was still shown. */
  readonly deletedBefore?: string
  readonly files: Readonly<Record<'item' | 'property', MadeFile>>
  /** The answer to the deletion, whatever it is. */
  readonly answer: Exchange
  readonly itemRightAfter: Exchange
}

/** A product that was deleted with two items, properties of each type and files. */
export function deletedContent({ api, given, session }: SourcesOfContent): Promise<Content> {
  return session.shared('deleted product with all that it may hold', async () => {
    const item = await given.item()
    const { product } = item
    const items = [item, await numberedItem({ given, session }, product)]
    const properties = await propertiesIn(given, item)
    const text = properties.get('text') ?? (await given.property('text', { item }))
    const files = { item: await given.file(item.id), property: await given.file(text.id) }
    for (const { id } of [files.item, files.property]) given.requireSuccess(await given.read('file', id), 'FILE-09')
    const former = await given.property('text', { item })
    given.requireSuccess(await given.remove('property', former.id), 'PROP-34')
    const isShown = isMarkedDeleted(await given.read('property', former.id))
    const listed = given.requireSuccess(await given.listProperties(item.id, { query: { limit: 100 } }), 'PROP-19')
    const isListed = ({ id }: MadeProperty): boolean => given.lists(listed, { id })
    if (![...properties.values()].every(isListed))
      given.untestable({ reason: 'blocked', blockedBy: ['PROP-30'], cause: 'the list did not show what was created' })
    const manyProperties = await crowdIn({ api, given }, items[1] ?? item)
    const answer = await given.remove('product', product.id)
    const itemRightAfter = await given.read('item', item.id)
    return {
      product,
      items,
      properties,
      manyProperties,
      files,
      answer,
      itemRightAfter,
      ...(isShown ? { deletedBefore: former.id } : {}),
    }
  })
}

/** An item with a description and a number, as far as that may be left behind and the target accepts it. */
async function numberedItem({ given, session }: Sources, product: MadeProduct): Promise<MadeItem> {
  const description = `described ${given.word()}`
  if (!session.configuration.allowTraces) return given.item({ product, fields: { description } })
  return given
    .item({ product, fields: { description, part_number: given.partNumber() } })
    .catch(insteadOf(() => given.item({ product })))
}

/** Many properties that one request makes, as the list shows them. lawful: a bulk that is rejected, or answered without their ids */
async function crowdIn(
  { api, given }: Pick<SourcesOfContent, 'api' | 'given'>,
  item: MadeItem,
): Promise<readonly string[]> {
  const make = async () => api.send('createPropertiesInBulk', { json: await given.propertyBulk(item, 51) })
  const made = await ifPossible(make())
  return made && succeeded(made) ? shownIdsOf(await given.listProperties(item.id, { query: { limit: 200 } })) : []
}

/** The content of a product that has been deleted. Blocked by PROD-52 if that was rejected. */
export async function contentOfDeletedProduct(sources: SourcesOfContent): Promise<Content> {
  const content = await deletedContent(sources)
  sources.given.requireSuccess(content.answer, 'PROD-52')
  return content
}
