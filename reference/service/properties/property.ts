import type { Deployment } from '../deployment.ts'
import { formulaResult } from '../formulas/formula-result.ts'
import { type PublicUser, publicUser } from '../organization-users/public-user.ts'
import { rule } from '../rule.ts'
import type { SourceReference } from './property-body.ts'
import type { PropertyType } from './property-type.ts'

/** A property as the store has it: of the draft, or with the stable ids of a published version. */
export interface PropertyRow {
  readonly sequence: number
  readonly id: string
  readonly organization_id: string
  readonly product_id: string
  readonly item_id: string
  readonly readable_id: string
  readonly name: string
  readonly type: PropertyType
  readonly value: string | null
  readonly category: string | null
  readonly display_unit: string | null
  readonly expression: string | null
  readonly description: string | null
  readonly reason: string | null
  readonly source_references: string
  readonly deleted: number
  readonly created_by: string
  readonly updated_by: string
  readonly created_at: string
  readonly updated_at: string
  readonly draft_item_id: string | null
  readonly draft_property_id: string | null
  readonly version_number: number | null
}

/** A property as clients see it: what is unset is left out. */
export interface Property {
  readonly id: string
  readonly readable_id: string
  readonly name: string
  readonly type: PropertyType
  readonly value: unknown
  readonly category?: string
  readonly display_unit?: string
  readonly expression?: string
  readonly description?: string
  readonly reason?: string
  readonly item_id: string
  readonly draft_item_id?: string
  readonly draft_property_id?: string
  readonly deleted: boolean
  readonly references: readonly SourceReference[]
  readonly createdBy: PublicUser
  readonly updatedBy: PublicUser
  readonly createdAt: string
  readonly updatedAt: string
}

/** The start of every selection of draft properties; conditions and order follow. */
export const selectProperties = `
  SELECT properties.*, NULL AS draft_item_id, NULL AS draft_property_id, NULL AS version_number, items.product_id, workspaces.organization_id
  FROM properties
  JOIN items ON items.id = properties.item_id
  JOIN products ON products.id = items.product_id
  JOIN workspaces ON workspaces.id = products.workspace_id`

/** Shows a row as clients see it. */
export const showProperty = rule((deployment: Deployment, row: PropertyRow): Property => ({
  id: row.id,
  readable_id: row.readable_id,
  name: row.name,
  type: row.type,
  value: valueOf(deployment, row),
  ...(row.category !== null && { category: row.category }),
  ...(row.display_unit !== null && { display_unit: row.display_unit }),
  ...(row.expression !== null && { expression: row.expression }),
  ...(row.description !== null && { description: row.description }),
  ...(row.reason !== null && { reason: row.reason }),
  item_id: row.item_id,
  ...(row.draft_item_id !== null && { draft_item_id: row.draft_item_id }),
  ...(row.draft_property_id !== null && { draft_property_id: row.draft_property_id }),
  deleted: row.deleted === 1,
  references: parseReferences(row.source_references),
  createdBy: publicUser(deployment, row.created_by),
  updatedBy: publicUser(deployment, row.updated_by),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
}))

function parseReferences(json: string): readonly SourceReference[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `judgeReferences` and by seeds only
  return JSON.parse(json) as readonly SourceReference[]
}

/** A formula of the draft is computed again; what was published is frozen. */
function valueOf(deployment: Deployment, row: PropertyRow): unknown {
  if (row.type === 'formula' && row.draft_property_id === null) return formulaResult(deployment, row)
  return row.value === null ? null : JSON.parse(row.value)
}
