import { seedItem } from './insert/items.ts'
import { softDeleteProperty } from '../service/properties/delete-property.ts'
import { citeFile, idOf, reviseProperty, seedProperties } from './insert/seed-properties.ts'
import type { Store } from '../service/store/store.ts'
import { seedVersion } from './insert/versions.ts'
import type { Fixtures } from './seeded.ts'

/** The items and properties of the embedded seed's published product. */
export interface FeedPump {
  readonly productId: string
  readonly itemId: string
  readonly properties: ReadonlyMap<string, string>
}

const length = { type: 'numeric', category: 'Length', display_unit: 'mm' } as const

/** Gives a product three items, with properties of each type and one that is deleted softly. Nothing is published yet. */
export function seedFeedPump(store: Store, product: { productId: string; userId: string }): FeedPump {
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
    {
      readable_id: 'mass',
      name: 'Mass',
      type: 'numeric',
      category: 'Mass',
      display_unit: 'kg',
      value: 4.2,
    },
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
export function publishFeedPump(store: Store, { productId, properties }: FeedPump): void {
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
export function fixturesOf({ productId, properties }: FeedPump): Partial<Fixtures> {
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
