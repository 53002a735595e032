import type { CheckContext, MadeFile, MadeItem, MadeProperty, PropertyType } from '#suite'

/** An item of this run with properties and a file, in a product that no other check looks at. Each is made once, by whoever needs it first. */
export interface OwnPlace {
  item(): Promise<MadeItem>
  property(type: PropertyType): Promise<MadeProperty>
  /** A file on the item. */
  file(): Promise<MadeFile>
}

/** A place with this name, for checks that do not mind what the others of that name write there. */
export function ownPlace(name: string, { given, session }: Pick<CheckContext, 'given' | 'session'>): OwnPlace {
  const item: OwnPlace['item'] = () => session.shared(`${name}: item`, async () => given.item())
  return {
    item,
    property: (type) => session.shared(`${name}: ${type}`, async () => given.property(type, { item: await item() })),
    file: () => session.shared(`${name}: file`, async () => given.file((await item()).id)),
  }
}
