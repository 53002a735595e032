import { seedItem } from './insert/items.ts'
import { citeFile, idOf, reviseProperty, seedProperties } from './insert/seed-properties.ts'
import type { Store } from '../service/store/store.ts'
import { seedVersion } from './insert/versions.ts'

const length = { type: 'numeric', category: 'Length', display_unit: 'mm' } as const
const mass = { type: 'numeric', category: 'Mass', display_unit: 'kg' } as const

const cellProperties = [
  {
    readable_id: 'voltage',
    name: 'Nominal voltage',
    type: 'numeric',
    category: 'Voltage',
    display_unit: 'V',
    value: 3.6,
  },
  {
    readable_id: 'charge',
    name: 'Rated charge',
    type: 'numeric',
    category: 'Charge',
    display_unit: 'A*h',
    value: 4.8,
  },
  { readable_id: 'mass', name: 'Mass', ...mass, value: 0.069 },
  { readable_id: 'energy', name: 'Energy', type: 'formula', expression: '@{voltage} * @{charge}' },
  { readable_id: 'supplier', name: 'Supplier', type: 'text', value: 'Fjordcell' },
  { readable_id: 'qualified', name: 'Qualified on', type: 'date', value: '2024-11-06' },
  { readable_id: 'approval', name: 'Approval', type: 'status', value: 'Done' },
] as const

/** The battery of the demonstration: a pack that is computed from its cells, and a version of it that was published. */
export function seedBattery(store: Store, product: { readonly productId: string; readonly userId: string }): void {
  const cellId = seedItem(store, { ...product, readable_id: 'cell', name: 'Cell', description: 'Cylindrical, 21700' })
  const packId = seedItem(store, {
    ...product,
    readable_id: 'pack',
    name: 'Pack',
    description: '13 in series, 4 parallel',
  })
  const housingId = seedItem(store, { ...product, readable_id: 'housing', name: 'Housing' })
  const cell = seedProperties(store, { ...product, itemId: cellId }, cellProperties)
  seedProperties(store, { ...product, itemId: packId }, [
    {
      readable_id: 'resistance',
      name: 'Resistance of the groups',
      type: 'matrix',
      category: 'Resistance',
      display_unit: 'mohm',
      value: '[[4.1, 4.0, 4.2, 4.1], [4.0, 4.1, 4.1, 4.3]]',
    },
    { readable_id: 'approval', name: 'Approval', type: 'status', value: 'Under Review' },
  ])
  seedProperties(store, { ...product, itemId: housingId }, [
    { readable_id: 'length', name: 'Length', ...length, value: 385 },
    { readable_id: 'wall', name: 'Wall thickness', ...length, value: 2.5 },
    { readable_id: 'material', name: 'Material', type: 'text', value: 'EN AW-6063 T6' },
  ])
  citeFile(store, idOf(cell, 'charge'), product.productId)
  seedVersion(store, {
    productId: product.productId,
    number: 1,
    results: new Map([[idOf(cell, 'energy'), '62.208 kJ']]),
  })
  reviseProperty(store, idOf(cell, 'charge'), 5)
}
