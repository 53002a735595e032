import { createGeneratedDocument } from '../service/documents/create-generated-document.ts'
import { seedFile } from './insert/files.ts'
import { seedItem } from './insert/items.ts'
import { seedProperty } from './insert/properties.ts'
import type { Store } from '../service/store/store.ts'

/** Papers of a weld seam: a drawing on the item, a measurement on a property, and a data sheet made by the service. */
export function seedDemonstrationFiles(
  store: Store,
  { productId, userId }: { readonly productId: string; readonly userId: string },
): string {
  const itemId = seedItem(store, {
    productId,
    userId,
    readable_id: 'head_tube_weld',
    name: 'Head tube weld',
    description: 'Fillet weld between head tube and down tube',
  })
  const throatId = seedProperty(store, {
    itemId,
    userId,
    readable_id: 'throat_thickness',
    name: 'Throat thickness',
    type: 'numeric',
    value: 4.2,
    category: 'Length',
    display_unit: 'mm',
  })
  seedFile(store, {
    targetId: itemId,
    userId,
    name: 'head-tube-weld.svg',
    content_type: 'image/svg+xml',
    content:
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80"><path d="M10 10h40v60H10z M50 30l60-20v30L50 60z" fill="none" stroke="#222"/></svg>\n',
    userTitle: 'Weld drawing, sheet 1',
    description: 'Seam between head tube and down tube, seen from the left',
  })
  seedFile(store, {
    targetId: throatId,
    userId,
    name: 'throat thickness, series 7.csv',
    content_type: 'text/csv',
    content: 'specimen,throat thickness in mm\n701,4.3\n702,4.2\n703,4.1\n704,4.2\n',
    userTitle: 'Throat thickness, series 7',
  })
  const documentId = createGeneratedDocument(store, { itemId, userId })
  if (documentId === undefined) throw new Error('the item of the document is there')
  return documentId
}
