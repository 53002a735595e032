import type { CheckContext, MadeFile, MadeItem, MadeProduct, MadeProperty, PropertyType } from '#suite'
import { ownItem } from './shared-place.ts'

/** Records of this run that no other check writes to. Each is made once, by whoever needs it first. */
export interface OwnPlace {
  product(): Promise<MadeProduct>
  /** An item in a product that others make items in. */
  item(): Promise<MadeItem>
  property(type: PropertyType): Promise<MadeProperty>
  /** A file on the item. */
  file(): Promise<MadeFile>
}

/** A place with this name, for checks that do not mind what the others of that name write there. */
export function ownPlace(name: string, sources: Pick<CheckContext, 'given' | 'session'>): OwnPlace {
  const { given, session } = sources
  const item: OwnPlace['item'] = () => session.shared(`${name}: item`, () => ownItem(sources))
  return {
    product: () => session.shared(`${name}: product`, () => given.emptyProduct()),
    item,
    property: (type) => session.shared(`${name}: ${type}`, async () => given.property(type, { item: await item() })),
    file: () => session.shared(`${name}: file`, async () => given.file((await item()).id)),
  }
}
