import type { Fields, MadeItem, MadeProperty, PropertyType, Sources } from '#suite'
import { insteadOf } from '../shared/obstacle.ts'
import { linkOf } from '../shared/usages.ts'
import { valueField } from '../shared/value-field.ts'

/** A property with as much to lose as the target accepts: references, a unit that is not the usual one, a later status. */
export async function filledProperty(sources: Sources, type: PropertyType, item: MadeItem): Promise<MadeProperty> {
  const { given } = sources
  const plain = (): Promise<MadeProperty> => given.property(type, { item })
  const fields = await fillings[type]?.(sources, item)
  if (fields === undefined) return plain()
  // lawful: the dialect of the target has no such field
  return given.property(type, { item, fields }).catch(insteadOf(plain))
}

const inMillimetres = (): Promise<Fields> => Promise.resolve({ category: 'length', display_unit: 'mm' })

const fillings: { readonly [Type in PropertyType]?: (sources: Sources, item: MadeItem) => Promise<Fields> } = {
  numeric: inMillimetres,
  matrix: inMillimetres,
  text: async ({ given, session }, item) => {
    const link = await session.shared(`link of a file of item ${item.id}`, async () =>
      linkOf((await given.file(item.id)).exchange.json),
    )
    return link === undefined ? {} : { references: [{ file_link_id: link, page: 1 }] }
  },
  // Not the status that a property begins with: a fall back to it would not show.
  status: async ({ given }, item) => ({ [valueField('status', await given.propertyBody('status', item))]: 'Done' }),
}
