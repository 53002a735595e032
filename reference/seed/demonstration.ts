import { seedProduct } from './insert/products.ts'
import type { Store } from '../service/store/store.ts'
import { seedWorkspace } from './insert/workspaces.ts'
import { seedForeign } from './foreign.ts'
import { seedOrganization } from './organization.ts'
import type { Seeded } from './seeded.ts'
import { createGeneratedDocument } from '../service/documents/create-generated-document.ts'
import { seedFile } from './insert/files.ts'
import { seedItem } from './insert/items.ts'
import { seedProperty } from './insert/properties.ts'
import { citeFile, idOf, reviseProperty, seedProperties } from './insert/seed-properties.ts'
import { seedVersion } from './insert/versions.ts'

/** A small engineering office at work, for people who write a client. */
export function seedDemonstration(store: Store): Seeded {
  const own = seedOrganization(store, {
    name: 'Halden Mobility',
    users: ['Ingrid Solheim', 'Jonas Weber', 'Kavya Raman', 'Liam Doyle'],
  })
  const other = seedOrganization(store, { name: 'Southgate Turbines', users: ['Dai Pugh', 'Elif Kaya', 'Farid Nouri'] })
  const workspaceId = seedWorkspace(store, { organizationId: own.id, name: 'Cargo bikes', readable_id: 'cargo_bikes' })
  seedWorkspace(store, { organizationId: own.id, name: 'Charging', readable_id: 'charging' })
  const [userId, ownerId] = own.userIds
  const productIds = products.map((product) =>
    seedProduct(store, { ...product, workspaceId, userId, ...(ownerId !== undefined && { ownerId }) }),
  )
  const [productId = '', batteryId = ''] = productIds
  const generatedDocumentFileId = seedDemonstrationFiles(store, { productId, userId })
  seedBattery(store, { productId: batteryId, userId })
  return { own, other, fixtures: { workspaceId, generatedDocumentFileId, foreign: seedForeign(store, other) } }
}

const design = { id: 'design', name: 'Design', color: '#3a7bd5', groupKey: 'in_progress' } as const
const released = { id: 'released', name: 'Released', color: '#2e9e5b', groupKey: 'done' } as const

const products = [
  {
    readable_id: 'longtail_frame',
    name: 'Longtail frame',
    description: 'Welded aluminium frame, 200 kg gross',
    part_number: 'HM-100-0001',
    status: released,
  },
  { readable_id: 'traction_battery', name: 'Traction battery 48 V', part_number: 'HM-200-0001', status: design },
  { readable_id: 'hub_motor', name: 'Hub motor', description: 'Geared, 250 W nominal', status: design },
  { readable_id: 'rear_rack', name: 'Rear rack', archived: true },
] as const

/** Papers of a weld seam: a drawing on the item, a measurement on a property, and a data sheet made by the service. */
function seedDemonstrationFiles(
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
  { readable_id: 'charge', name: 'Rated charge', type: 'numeric', category: 'Charge', display_unit: 'A*h', value: 4.8 },
  { readable_id: 'mass', name: 'Mass', ...mass, value: 0.069 },
  { readable_id: 'energy', name: 'Energy', type: 'formula', expression: '@{voltage} * @{charge}' },
  { readable_id: 'supplier', name: 'Supplier', type: 'text', value: 'Fjordcell' },
  { readable_id: 'qualified', name: 'Qualified on', type: 'date', value: '2024-11-06' },
  { readable_id: 'approval', name: 'Approval', type: 'status', value: 'Done' },
] as const

/** The battery of the demonstration: a pack that is computed from its cells, and a version of it that was published. */
function seedBattery(store: Store, product: { readonly productId: string; readonly userId: string }): void {
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
