import { randomUUID } from 'node:crypto'
import type { Deployment } from '../deployment.ts'
import type { FaultSwitch } from '../../faults/fault-switch.ts'
import type { FreshVersion } from '../files/snapshot-files.ts'
import { type ItemRow, selectItems } from '../items/item.ts'
import { type PropertyRow, selectProperties } from '../properties/property.ts'

/** What a snapshot needs of a deployment. */
export type Publisher = Pick<Deployment, 'store' | 'faults'>

/** The result of a formula as of now. */
export type ResultOf = (formula: PropertyRow) => unknown

/** Keeps every item and every property that is not deleted, under new ids and with the draft's beside them. */
export function snapshotItems(deployment: Publisher, version: FreshVersion, resultOf: ResultOf): void {
  const items = deployment.store.all<ItemRow>(
    `${selectItems} AND items.product_id = ? ORDER BY items.sequence`,
    version.productId,
  )
  const deleted = keepsDeleted(deployment.faults) ? 1 : 0
  const [first] = items
  const isCut = first !== undefined && items.length > 1 && deployment.faults.active('version-has-the-first-item-only')
  for (const item of isCut ? [first] : items) {
    const versionItemId = keepItem(deployment, item, version.id)
    const properties = deployment.store.all<PropertyRow>(
      `${selectProperties} WHERE properties.item_id = ? AND properties.deleted <= ? ORDER BY properties.sequence`,
      item.id,
      deleted,
    )
    for (const property of properties) {
      // A formula's result is frozen with its unit.
      const isFormula = property.type === 'formula' && !deployment.faults.active('publication-leaves-results-out')
      const value = isFormula ? JSON.stringify(resultOf(property)) : property.value
      keepProperty(deployment, { ...property, value }, { versionId: version.id, versionItemId })
    }
  }
}

function keepItem({ store }: Publisher, item: ItemRow, versionId: string): string {
  const id = randomUUID()
  store.run(
    `INSERT INTO version_items (id, version_id, draft_item_id, readable_id, name, description, part_number, created_by,
       updated_by, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    versionId,
    item.id,
    item.readable_id,
    item.name,
    item.description,
    item.part_number,
    item.created_by,
    item.updated_by,
    item.created_at,
    item.updated_at,
  )
  return id
}

interface Whereabouts {
  readonly versionId: string
  readonly versionItemId: string
}

function keptValue(faults: FaultSwitch, { type, value }: PropertyRow): string | null {
  if (type !== 'numeric' || value === null) return value
  const rounded = String(Math.round(Number(value) * 100) / 100)
  return Number(rounded) !== Number(value) && faults.active('published-numbers-have-two-decimals') ? rounded : value
}

function keepsDeleted(faults: FaultSwitch): boolean {
  return (
    faults.active('version-keeps-what-was-deleted-before') || faults.active('versions-list-what-was-deleted-before')
  )
}

function referencesKept(faults: FaultSwitch, { source_references }: PropertyRow): string {
  return source_references !== '[]' && faults.active('version-loses-references') ? "'[]'" : 'source_references'
}

function keepProperty(
  { store, faults }: Publisher,
  property: PropertyRow,
  { versionId, versionItemId }: Whereabouts,
): void {
  store.run(
    `INSERT INTO version_properties (id, version_id, version_item_id, draft_property_id, draft_item_id, readable_id, name,
       type, value, category, display_unit, expression, description, reason, source_references, deleted, created_by, updated_by,
       created_at, updated_at)
     SELECT ?, ?, ?, id, item_id, readable_id, name, type, ?, category, display_unit, expression, description, reason,
       ${referencesKept(faults, property)}, ${faults.active('versions-list-what-was-deleted-before') ? 'deleted' : '0'}, created_by, updated_by, created_at, updated_at
     FROM properties WHERE id = ?`,
    randomUUID(),
    versionId,
    versionItemId,
    keptValue(faults, property),
    property.id,
  )
}
