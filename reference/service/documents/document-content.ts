import type { Deployment } from '../deployment.ts'
import type { Snapshot } from '../files/find-snapshot.ts'

/** One property in a document. */
export interface DocumentRow {
  readonly name: string
  readonly type: string
  readonly value: string
}

/** What a generated document says of an item. */
export interface DocumentContent {
  readonly title: string
  readonly subtitle: string
  readonly description: string | null
  readonly rows: readonly DocumentRow[]
}

interface ItemRow {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly product_name: string
}

interface PropertyRow {
  readonly name: string
  readonly type: string
  readonly value: string | null
  readonly display_unit: string | null
  readonly expression: string | null
}

/** The item of the document as it is now; undefined if it is gone. */
export function draftContent({ store }: Deployment, fileId: string): DocumentContent | undefined {
  const item = store.get<ItemRow>(
    `SELECT items.id, items.name, items.description, products.name AS product_name
     FROM file_links JOIN items ON items.id = file_links.item_id JOIN products ON products.id = items.product_id
     WHERE file_links.file_id = ? ORDER BY file_links.sequence`,
    fileId,
  )
  if (item === undefined) return undefined
  const properties = store.all<PropertyRow>(
    `SELECT name, type, value, display_unit, expression FROM properties
     WHERE item_id = ? AND deleted = 0 ORDER BY sequence`,
    item.id,
  )
  return contentOf(item, 'draft', properties)
}

/** The item of the document as it was when the version was published. */
export function versionContent({ store }: Deployment, snapshot: Snapshot): DocumentContent | undefined {
  const item = store.get<ItemRow & { number: number }>(
    `SELECT version_items.id, version_items.name, version_items.description, products.name AS product_name, versions.number
     FROM version_items JOIN versions ON versions.id = version_items.version_id JOIN products ON products.id = versions.product_id
     WHERE version_items.version_id = ? AND version_items.draft_item_id = ?`,
    snapshot.version_id,
    snapshot.draft_item_id,
  )
  if (item === undefined) return undefined
  const properties = store.all<PropertyRow>(
    `SELECT name, type, value, display_unit, expression FROM version_properties
     WHERE version_item_id = ? ORDER BY sequence`,
    item.id,
  )
  return contentOf(item, `version ${item.number}`, properties)
}

function contentOf(item: ItemRow, state: string, properties: readonly PropertyRow[]): DocumentContent {
  return {
    title: item.name,
    subtitle: `${item.product_name}, ${state}`,
    description: item.description,
    rows: properties.map(({ name, type, ...rest }) => ({ name, type, value: valueText(rest) })),
  }
}

function valueText({ value, display_unit, expression }: Omit<PropertyRow, 'name' | 'type'>): string {
  if (value === null) return expression === null ? '' : `= ${expression}`
  const parsed: unknown = JSON.parse(value)
  const text = typeof parsed === 'string' ? parsed : JSON.stringify(parsed)
  return display_unit === null ? text : `${text} ${display_unit}`
}
