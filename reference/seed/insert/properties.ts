import { randomUUID } from 'node:crypto'
import type { Store } from '../../service/store/store.ts'
import type { PropertyType } from '../../service/properties/property-type.ts'

export interface PropertySeed {
  readonly itemId: string
  readonly userId: string
  readonly readable_id: string
  readonly name: string
  readonly type: PropertyType
  readonly value?: number | string
  readonly category?: string
  readonly display_unit?: string
  readonly expression?: string
  readonly description?: string
}

/** Makes a property and gives its id. */
export function seedProperty(store: Store, property: PropertySeed): string {
  const id = randomUUID()
  const now = new Date().toISOString()
  store.run(
    `INSERT INTO properties (id, item_id, readable_id, name, type, value, category, display_unit, expression, description,
       created_by, updated_by, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    property.itemId,
    property.readable_id,
    property.name,
    property.type,
    property.value === undefined ? null : JSON.stringify(property.value),
    property.category ?? null,
    property.display_unit ?? null,
    property.expression ?? null,
    property.description ?? null,
    property.userId,
    property.userId,
    now,
    now,
  )
  return id
}
