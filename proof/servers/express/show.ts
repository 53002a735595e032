import type { ExpressBug } from './bugs.ts'
import type { FileRow, ItemRow, Person, ProductRow, PropertyRow, Row, Tables, WorkspaceRow } from './database.ts'
import { resultOf } from './formulas.ts'

type Bugs = ReadonlySet<ExpressBug>

/** Central European winter time, all year round. */
export function time(milliseconds: number): string {
  return `${new Date(milliseconds + 3_600_000).toISOString().slice(0, -1)}+01:00`
}

function person({ id, userName, imageUrl }: Person, bugs: Bugs): unknown {
  return bugs.has('users-by-name') ? { id, name: userName } : { id, userName, imageUrl, __v: 0 }
}

function base(row: Row, bugs: Bugs): Readonly<Record<string, unknown>> {
  return {
    id: row.id,
    readable_id: row.readableId,
    name: row.name,
    ...(row.description === undefined ? {} : { description: row.description }),
    ...(row.partNumber === undefined ? {} : { part_number: row.partNumber, partNumber: row.partNumber }),
    createdBy: person(row.createdBy, bugs),
    updatedBy: person(row.updatedBy, bugs),
    createdAt: time(row.createdAt),
    updatedAt: time(row.updatedAt),
    __v: 0,
  }
}

export function workspace({ id, name, readableId }: WorkspaceRow): unknown {
  return { id, name, readable_id: readableId, __v: 3, _links: { products: `/v1/public/products?workspaceId=${id}` } }
}

export const product =
  (bugs: Bugs) =>
  (row: ProductRow): unknown => ({
    ...(bugs.has('empty-description') ? { description: '' } : {}),
    ...base(row, bugs),
    workspace_id: row.workspaceId,
    ...(bugs.has('owner-omitted') ? {} : { owner: person(row.createdBy, bugs) }),
    _links: { self: `/v1/public/products/${row.id}` },
  })

export const item =
  (bugs: Bugs) =>
  (row: ItemRow): unknown => ({ ...base(row, bugs), productId: row.productId, title: row.name })

export const property =
  (db: Tables, bugs: Bugs) =>
  (row: PropertyRow): unknown => ({
    ...base(row, bugs),
    type: row.type === 'matrix' ? 'numeric' : row.type,
    value: row.type === 'formula' ? resultOf(db, row, bugs) : shownValue(row, bugs),
    ...(row.category === undefined ? {} : { category: row.category }),
    ...(row.displayUnit === undefined ? {} : { display_unit: row.displayUnit }),
    ...(row.formula === undefined ? {} : { formula: row.formula }),
    item_id: row.itemId,
    deleted: row.deleted,
    references: row.references,
  })

function shownValue({ type, value }: PropertyRow, bugs: Bugs): unknown {
  if (type === 'date' && bugs.has('date-with-time')) return `${String(value)}T00:00:00.000Z`
  if (type === 'numeric' && bugs.has('numeric-as-string')) return String(value)
  return value
}

export const file =
  (db: Tables, bugs: Bugs) =>
  (row: FileRow): unknown => ({
    id: row.id,
    name: row.name,
    originalFileName: row.name,
    deleted: false,
    userTitle: row.title,
    content_type: row.mime,
    ...(row.description === undefined ? {} : { description: row.description }),
    size_bytes: row.bytes.byteLength,
    uploaded_at: time(row.createdAt),
    uploadedBy: person(row.createdBy, bugs),
    used_in: usages(db, row, bugs),
    _links: { download: `/v1/public/files/${row.id}/download` },
  })

function usages(db: Tables, { linkId, targetId }: FileRow, bugs: Bugs): readonly unknown[] {
  const target = db.properties.get(targetId)
  const itemId = target?.itemId ?? targetId
  const owner = db.items.get(itemId)
  if (!owner) return []
  const asItem = target === undefined || bugs.has('property-target-as-item')
  return [
    {
      file_link_id: linkId,
      product_id: owner.productId,
      target_type: asItem ? 'item' : 'property',
      target_id: asItem ? itemId : targetId,
      property_type: asItem ? null : target.type,
      __v: 0,
    },
  ]
}
