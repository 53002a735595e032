import type { Deployment } from '../deployment.ts'
import { type PublicUser, publicUser } from '../organization-users/public-user.ts'
import { rule } from '../rule.ts'

/** An item as the store has it, with its place and its active part number. */
export interface ItemRow {
  readonly sequence: number
  readonly id: string
  readonly organization_id: string
  readonly workspace_id: string
  readonly product_id: string
  readonly readable_id: string
  readonly name: string
  readonly description: string | null
  readonly part_number: string | null
  readonly created_by: string
  readonly updated_by: string
  readonly created_at: string
  readonly updated_at: string
}

/** An item as clients see it: what is unset is left out. */
export interface Item {
  readonly id: string
  readonly product_id: string
  readonly name: string
  readonly readable_id: string
  readonly description?: string | null
  readonly part_number?: string | null
  readonly createdBy: PublicUser
  readonly updatedBy: PublicUser
  readonly createdAt: string
  readonly updatedAt: string
}

/** The start of every selection of items; conditions and order follow. */
export const selectItems = `
  SELECT items.*, products.workspace_id, workspaces.organization_id, part_numbers.number AS part_number
  FROM items
  JOIN products ON products.id = items.product_id
  JOIN workspaces ON workspaces.id = products.workspace_id
  LEFT JOIN part_numbers ON part_numbers.item_id = items.id AND part_numbers.state = 'active'`

/** Shows a row as clients see it. */
export const showItem = rule((deployment: Deployment, row: ItemRow): Item => ({
  id: row.id,
  product_id: row.product_id,
  name: row.name,
  readable_id: row.readable_id,
  ...(row.description !== null && { description: row.description }),
  ...(row.part_number !== null && { part_number: row.part_number }),
  createdBy: publicUser(deployment, row.created_by),
  updatedBy: publicUser(deployment, row.updated_by),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
}))
