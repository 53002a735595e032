import type { Deployment } from '../deployment.ts'

/** One place where a file is linked, as clients see it. */
export interface FileUsage {
  readonly file_link_id: string
  readonly product_id: string
  readonly target_type: 'item' | 'property'
  readonly target_id: string
  readonly property_type: string | null
}

interface LinkRow {
  readonly id: string
  readonly product_id: string
  readonly item_id: string | null
  readonly property_id: string | null
  readonly property_type: string | null
}

/** The present links of a file, oldest first. */
export function usagesOf({ store }: Deployment, fileId: string): readonly FileUsage[] {
  return store
    .all<LinkRow>(
      'SELECT id, product_id, item_id, property_id, property_type FROM file_links WHERE file_id = ? ORDER BY sequence',
      fileId,
    )
    .map(showLink)
}

function showLink({ id, product_id, item_id, property_id, property_type }: LinkRow): FileUsage {
  return {
    file_link_id: id,
    product_id,
    target_type: property_id === null ? 'item' : 'property',
    target_id: property_id ?? item_id ?? '',
    property_type: property_id === null ? null : property_type,
  }
}
