import { seedProduct } from './insert/products.ts'
import type { Store } from '../service/store/store.ts'
import { seedWorkspace } from './insert/workspaces.ts'
import { seedForeign } from './foreign.ts'
import { seedOrganization } from './organization.ts'
import type { Seeded, Fixtures } from './seeded.ts'
import { createGeneratedDocument } from '../service/documents/create-generated-document.ts'
import { seedFile } from './insert/files.ts'
import { seedItem } from './insert/items.ts'
import { seedProperty } from './insert/properties.ts'
import { softDeleteProperty } from '../service/properties/delete-property.ts'
import { citeFile, idOf, reviseProperty, seedProperties } from './insert/seed-properties.ts'
import { seedVersion } from './insert/versions.ts'

const names = ['Feed pump', 'Gear pump', 'Heat exchanger', 'Control valve', 'Pressure vessel', 'Cooling fan'] as const

/** What the suite tests when it is given no target: a little of everything, in two organizations. */
export function seedEmbedded(store: Store): Seeded {
  const own = seedOrganization(store, { name: 'Northwind Pumps', users: ['Ada Moreno', 'Ben Okafor', 'Chiara Lind'] })
  const other = seedOrganization(store, { name: 'Southgate Turbines', users: ['Dai Pugh', 'Elif Kaya', 'Farid Nouri'] })
  const workspaceId = seedWorkspace(store, { organizationId: own.id, name: 'Pumps', readable_id: 'pumps' })
  seedWorkspace(store, { organizationId: own.id, name: 'Prototypes', readable_id: 'prototypes' })
  const [userId, ownerId] = own.userIds
  const productIds = names.map((name, index) =>
    seedProduct(store, {
      workspaceId,
      userId,
      name,
      readable_id: name.toLowerCase().replaceAll(' ', '_'),
      ...(index % 2 === 0 && { description: `${name}, second generation` }),
      ...(index === 0 && { status: inReview, excludedStatusIds: ['scrapped'] }),
      ...(index === 0 && ownerId !== undefined && { ownerId }),
      ...(index === 1 && { archived: true }),
      ...(index === 2 && { part_number: 'NW-HX-0002' }),
    }),
  )
  const [productId = ''] = productIds
  const generatedDocumentFileId = seedEmbeddedFiles(store, { productId, userId })
  const pump = seedFeedPump(store, { productId, userId })
  // What is to be in the versions comes before this.
  publishFeedPump(store, pump)
  const foreign = seedForeign(store, other)
  return { own, other, fixtures: { workspaceId, ...fixturesOf(pump), generatedDocumentFileId, foreign } }
}

const inReview = { id: 'in_review', name: 'In review', color: '#f2a33a', groupKey: 'in_progress' } as const

/** A file on an item, one on a property, and a generated document, whose id is given. */
function seedEmbeddedFiles(
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

/** The items and properties of the embedded seed's published product. */
interface FeedPump {
  readonly productId: string
  readonly itemId: string
  readonly properties: ReadonlyMap<string, string>
}

const length = { type: 'numeric', category: 'Length', display_unit: 'mm' } as const

/** Gives a product three items, with properties of each type and one that is deleted softly. Nothing is published yet. */
function seedFeedPump(store: Store, product: { productId: string; userId: string }): FeedPump {
  const impeller = seedItem(store, {
    ...product,
    readable_id: 'impeller',
    name: 'Impeller',
    description: 'Closed, five vanes',
  })
  const shaft = seedItem(store, { ...product, readable_id: 'shaft', name: 'Shaft' })
  seedItem(store, { ...product, readable_id: 'casing', name: 'Casing' })
  const properties = seedProperties(store, { ...product, itemId: impeller }, [
    { readable_id: 'diameter', name: 'Diameter', ...length, value: 210 },
    { readable_id: 'width', name: 'Width', ...length, value: 18 },
    { readable_id: 'section', name: 'Section', type: 'formula', expression: '@{diameter} * @{width}' },
    {
      readable_id: 'inertia',
      name: 'Inertia tensor',
      type: 'matrix',
      category: 'Moment of inertia',
      display_unit: 'kg*m^2',
      value: '[[0.031, 0, 0], [0, 0.031, 0], [0, 0, 0.058]]',
    },
    { readable_id: 'material', name: 'Material', type: 'text', value: '1.4408' },
    { readable_id: 'inspected', name: 'Inspected', type: 'date', value: '2024-02-29' },
    { readable_id: 'review', name: 'Review', type: 'status', value: 'Draft' },
    { readable_id: 'mass', name: 'Mass', type: 'numeric', category: 'Mass', display_unit: 'kg', value: 4.2 },
  ])
  seedProperties(store, { ...product, itemId: shaft }, [
    { readable_id: 'span', name: 'Bearing span', ...length, value: 322.5 },
    { readable_id: 'heat_treatment', name: 'Heat treatment', type: 'text', value: 'Quenched and tempered' },
  ])
  softDeleteProperty(store, idOf(properties, 'mass'))
  citeFile(store, idOf(properties, 'diameter'), product.productId)
  return { productId: product.productId, itemId: impeller, properties }
}

/** Publishes it twice; the two versions and the draft after them differ. */
function publishFeedPump(store: Store, { productId, properties }: FeedPump): void {
  const publish = (number: number, section: string): void =>
    seedVersion(store, { productId, number, results: new Map([[idOf(properties, 'section'), section]]) })
  const revise = (diameter: number, review: string): void => {
    reviseProperty(store, idOf(properties, 'diameter'), diameter)
    reviseProperty(store, idOf(properties, 'review'), review)
  }
  publish(1, '3780 mm^2')
  revise(215, 'Under Review')
  publish(2, '3870 mm^2')
  revise(220, 'Done')
}

/** What a target file says of it. */
function fixturesOf({ productId, properties }: FeedPump): Partial<Fixtures> {
  return {
    publishedProduct: { productId, versions: [1, 2], baseline: 1 },
    properties: {
      numeric: idOf(properties, 'diameter'),
      formula: idOf(properties, 'section'),
      matrix: idOf(properties, 'inertia'),
      text: idOf(properties, 'material'),
      date: idOf(properties, 'inspected'),
      status: idOf(properties, 'review'),
    },
    softDeletedPropertyId: idOf(properties, 'mass'),
  }
}
