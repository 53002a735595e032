import { createGeneratedDocument } from '../service/documents/create-generated-document.ts'
import { seedFile } from './insert/files.ts'
import { seedItem } from './insert/items.ts'
import { seedProperty } from './insert/properties.ts'
import type { Store } from '../service/store/store.ts'

/** A file on an item, one on a property, and a generated document, whose id is given. */
export function seedEmbeddedFiles(
  store: Store,
  { productId, userId }: { readonly productId: string; readonly userId: string },
): string {
  const itemId = seedItem(store, { productId, userId, readable_id: 'data_plate', name: 'Data plate' })
  const propertyId = seedProperty(store, {
    itemId,
    userId,
    readable_id: 'engraving',
    name: 'Engraving',
    type: 'text',
    value: 'NW 40-250, 2900 1/min',
  })
  seedFile(store, {
    targetId: itemId,
    userId,
    name: 'data-plate.svg',
    content_type: 'image/svg+xml',
    content:
      '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" rx="4"/></svg>\n',
    userTitle: 'Data plate, front',
    description: 'Outline of the plate with its rounded corners',
  })
  seedFile(store, {
    targetId: propertyId,
    userId,
    name: 'engraving depth.csv',
    content_type: 'text/csv',
    content: 'position,depth in mm\n1,0.21\n2,0.20\n3,0.22\n',
  })
  const documentId = createGeneratedDocument(store, { itemId, userId })
  if (documentId === undefined) throw new Error('the item of the document is there')
  return documentId
}
