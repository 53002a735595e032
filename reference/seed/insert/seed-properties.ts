import type { Store } from '../../service/store/store.ts'
import { type PropertySeed, seedProperty } from './properties.ts'

/** What an item of a seed has; an expression refers to its siblings by readable id, as in `@{width}`. */
export type PropertyPlan = Omit<PropertySeed, 'itemId' | 'userId'>

/** Makes the properties of an item in the order given; returns their ids by readable id. */
export function seedProperties(
  store: Store,
  item: { readonly itemId: string; readonly userId: string },
  plans: readonly PropertyPlan[],
): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  for (const { expression, ...plan } of plans) {
    const resolved = expression?.replaceAll(/@\{(\w+)\}/gu, (_match, sibling: string) => `@{${idOf(ids, sibling)}}`)
    const seed = { ...plan, ...item, ...(resolved !== undefined && { expression: resolved }) }
    ids.set(plan.readable_id, seedProperty(store, seed))
  }
  return ids
}

/** The id of a property that a seed has made. */
export function idOf(ids: ReadonlyMap<string, string>, readableId: string): string {
  const id = ids.get(readableId)
  if (id === undefined) throw new Error(`the seed has made no property ${readableId}`)
  return id
}

/** Gives a seeded property another value. */
export function reviseProperty(store: Store, id: string, value: number | string): void {
  store.run('UPDATE properties SET value = ? WHERE id = ?', JSON.stringify(value), id)
}

/** Names a page of the product's first file as the source of a property, if the product has one. */
export function citeFile(store: Store, id: string, productId: string): void {
  store.run(
    `UPDATE properties SET source_references = coalesce(
       (SELECT json_array(json_object('file_link_id', id, 'page', 1)) FROM file_links WHERE product_id = ? ORDER BY sequence LIMIT 1),
       source_references)
     WHERE id = ?`,
    productId,
    id,
  )
}
