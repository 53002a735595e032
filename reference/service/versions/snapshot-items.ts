import { randomUUID } from 'node:crypto'
import type { Deployment } from '../deployment.ts'
import type { FreshVersion } from '../files/snapshot-files.ts'
import { type PropertyRow, selectProperties } from '../properties/property.ts'
import { rule } from '../rule.ts'

/** What a snapshot needs of a deployment. */
export type Publisher = Pick<Deployment, 'store' | 'replacements'>

export type ResultOf = (formula: PropertyRow) => unknown

/** Keeps every item and every property that is not deleted, under new ids and with the draft's beside them. */
export const snapshotItems = rule((deployment: Publisher, version: FreshVersion, resultOf: ResultOf): void => {
  const items = deployment.store.all<{ id: string }>(
    'SELECT id FROM items WHERE product_id = ? ORDER BY sequence',
    version.productId,
  )
  for (const { id } of items) {
    const versionItemId = keepItem(deployment, id, version.id)
    const properties = deployment.store.all<PropertyRow>(
      `${selectProperties} WHERE properties.item_id = ? AND properties.deleted = 0 ORDER BY properties.sequence`,
      id,
    )
    for (const property of properties) {
      // A formula's result is frozen with its unit.
      const value = property.type === 'formula' ? JSON.stringify(resultOf(property)) : property.value
      keepProperty(deployment, { ...property, value }, { versionId: version.id, versionItemId })
    }
  }
})

function keepItem({ store }: Publisher, itemId: string, versionId: string): string {
  const id = randomUUID()
  store.run(
    `INSERT INTO version_items (id, version_id, draft_item_id, readable_id, name, description, part_number, created_by,
       updated_by, created_at, updated_at)
     SELECT ?, ?, items.id, readable_id, name, description, part_numbers.number, created_by, updated_by, created_at, updated_at
     FROM items LEFT JOIN part_numbers ON part_numbers.item_id = items.id AND part_numbers.state = 'active'
     WHERE items.id = ?`,
    id,
    versionId,
    itemId,
  )
  return id
}

interface VersionPlace {
  readonly versionId: string
  readonly versionItemId: string
}

function keepProperty(
  { store }: Publisher,
  { id, value }: PropertyRow,
  { versionId, versionItemId }: VersionPlace,
): void {
  store.run(
    `INSERT INTO version_properties (id, version_id, version_item_id, draft_property_id, draft_item_id, readable_id, name,
       type, value, category, display_unit, expression, description, reason, source_references, created_by, updated_by,
       created_at, updated_at)
     SELECT ?, ?, ?, id, item_id, readable_id, name, type, ?, category, display_unit, expression, description, reason,
       source_references, created_by, updated_by, created_at, updated_at
     FROM properties WHERE id = ?`,
    randomUUID(),
    versionId,
    versionItemId,
    value,
    id,
  )
}
