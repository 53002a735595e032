import type { Deployment } from '../deployment.ts'
import { type PublicUser, publicUser } from '../organization-users/public-user.ts'

/** A product as the store has it, with its organization and its active part number. */
export interface ProductRow {
  readonly sequence: number
  readonly id: string
  readonly organization_id: string
  readonly workspace_id: string
  readonly readable_id: string
  readonly name: string
  readonly description: string | null
  readonly part_number: string | null
  readonly baseline_version_number: number | null
  readonly archived: number
  readonly status: string | null
  readonly excluded_status_ids: string
  readonly owner_id: string | null
  readonly created_by: string
  readonly updated_by: string
  readonly created_at: string
  readonly updated_at: string
}

/** A workflow status; `color` is a hex colour. */
export interface ProductStatus {
  readonly id: string
  readonly name: string
  readonly color: string
  readonly groupKey: string
}

/** A product as clients see it: what is unset is left out. */
export interface Product {
  readonly id: string
  readonly readable_id: string
  readonly workspace_id: string
  readonly name: string
  readonly description?: string
  readonly part_number?: string
  readonly baseline_version_number?: number
  readonly archived?: boolean
  readonly status?: ProductStatus | null
  readonly excludedStatusIds?: readonly string[]
  readonly owner: PublicUser | null
  readonly createdBy: PublicUser
  readonly updatedBy: PublicUser
  readonly createdAt: string
  readonly updatedAt: string
}

/** The start of every selection of products; conditions and order follow. */
export const selectProducts = `
  SELECT products.*, workspaces.organization_id, part_numbers.number AS part_number
  FROM products
  JOIN workspaces ON workspaces.id = products.workspace_id
  LEFT JOIN part_numbers ON part_numbers.product_id = products.id AND part_numbers.state = 'active'`

/** Shows a row as clients see it. */
export function showProduct(deployment: Deployment, row: ProductRow): Product {
  return {
    id: row.id,
    readable_id: row.readable_id,
    workspace_id: row.workspace_id,
    name: row.name,
    ...(row.description !== null && { description: row.description }),
    ...(row.part_number !== null && { part_number: row.part_number }),
    ...(row.baseline_version_number !== null && { baseline_version_number: row.baseline_version_number }),
    archived: row.archived === 1,
    status: parseStatus(row.status),
    excludedStatusIds: parseIds(row.excluded_status_ids),
    owner: row.owner_id === null ? null : publicUser(deployment, row.owner_id),
    createdBy: publicUser(deployment, row.created_by),
    updatedBy: publicUser(deployment, row.updated_by),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function parseStatus(json: string | null): ProductStatus | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- seeds and the control plane write it, both typed
  return json === null ? null : (JSON.parse(json) as ProductStatus)
}

function parseIds(json: string): readonly string[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- seeds and the control plane write it, both typed
  return JSON.parse(json) as readonly string[]
}
