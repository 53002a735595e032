import { randomUUID } from 'node:crypto'
import type { Deployment } from '../deployment.ts'
import { requireComputable } from '../formulas/require-computable.ts'
import type { Caller } from '../http/caller.ts'
import { findItem } from '../items/find-item.ts'
import { generateReadableId } from '../items/generate-readable-id.ts'
import type { ItemRow } from '../items/item.ts'
import { rule } from '../rule.ts'
import { findProperty } from './find-property.ts'
import { judgeContent, type Place } from './judge-content.ts'
import { judgeReferences } from './judge-references.ts'
import { type Property, showProperty } from './property.ts'
import type { PropertyBulkCreation, PropertyContent, PropertyCreation } from './property-body.ts'

/** A property that is to be on an item, and where it stands in the request. */
export interface NewProperty {
  readonly item: ItemRow
  readonly content: PropertyContent
  readonly caller: Caller
  readonly at: Place
}

/** Creates a property on an item that the caller reaches; a rejection leaves nothing behind. */
export const createProperty = rule((deployment: Deployment, body: PropertyCreation, caller: Caller): Property => {
  const item = findItem(deployment, { id: body.item_id, caller })
  return deployment.store.transaction(() => addProperty(deployment, { item, content: body, caller, at: ['body'] }))
})

/** Creates several properties of one item: all of them, or none if one is rejected. */
export const createProperties = rule(
  (deployment: Deployment, body: PropertyBulkCreation, caller: Caller): readonly Property[] => {
    const item = findItem(deployment, { id: body.item_id, caller })
    return deployment.store.transaction(() =>
      body.properties.map((content, index) =>
        addProperty(deployment, { item, content, caller, at: ['body', 'properties', index] }),
      ),
    )
  },
)

/** Stores a property whose content keeps the rule of its type; a formula has to have a result. */
export const addProperty = rule((deployment: Deployment, property: NewProperty): Property => {
  const id = randomUUID()
  insert(deployment, id, property)
  const row = findProperty(deployment, { id, caller: property.caller })
  if (row.type === 'formula') requireComputable(deployment, row, property.at)
  return showProperty(deployment, row)
})

function insert(deployment: Deployment, id: string, { item, content, caller, at }: NewProperty): void {
  const stored = judgeContent(deployment, { type: content.type, fields: content, at })
  const references = judgeReferences(deployment, {
    references: content.references ?? [],
    organizationId: item.organization_id,
    at,
  })
  const now = new Date().toISOString()
  deployment.store.run(
    `INSERT INTO properties (id, item_id, readable_id, name, type, value, category, display_unit, expression, description,
       source_references, created_by, updated_by, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    item.id,
    content.readable_id ?? generateReadableId(content.name, id),
    content.name,
    content.type,
    stored.value,
    stored.category,
    stored.display_unit,
    stored.expression,
    content.description === undefined || content.description === '' ? null : content.description,
    references,
    caller.userId,
    caller.userId,
    now,
    now,
  )
}
