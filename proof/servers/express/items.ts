import { newRow, type ItemRow } from './database.ts'
import { HttpError, type Issue } from './http-error.ts'
import { bodyOf, find, own, paged, type Incoming, type Outgoing } from './request.ts'
import { issuesIn, list, parse, text, uuid, type Body } from './shape.ts'
import * as show from './show.ts'

const creation = {
  productId: { check: uuid },
  title: { check: text(1) },
  description: { check: text(), optional: true },
  part_number: { check: text(), optional: true },
} as const

export function listItems(incoming: Incoming): Outgoing {
  const { db, query, tenant } = incoming
  const productId = query.get('productId')?.toLowerCase()
  if (productId !== undefined && db.products.has(productId)) own(incoming, db.products.get(productId))
  const rows = [...db.items.values()].filter(
    (row) => row.tenant === tenant && (productId === undefined || row.productId === productId),
  )
  return paged(incoming, rows, show.item(incoming.bugs))
}

export function readItem(incoming: Incoming): Outgoing {
  return { status: 200, json: show.item(incoming.bugs)(find(incoming, incoming.db.items)) }
}

export function createItem(incoming: Incoming): Outgoing {
  return { status: 201, json: show.item(incoming.bugs)(insert(incoming, parse(bodyOf(incoming), creation))) }
}

/** Each entry stands for itself: the good ones are made. */
export function createItems(incoming: Incoming): Outgoing {
  let placeOfAll: unknown
  return bulk(incoming, (entry) => {
    const issues = issuesIn(entry, creation)
    if (issues.length > 0) return { issues }
    const one = parse(entry, creation)
    placeOfAll ??= one['productId']
    const inOnePlace = incoming.bugs.has('bulk-in-one-product') ? { productId: placeOfAll } : {}
    return { made: show.item(incoming.bugs)(insert(incoming, { ...one, ...inOnePlace })) }
  })
}

type One = { readonly issues: readonly Issue[] } | { readonly made: unknown }

export function bulk(incoming: Incoming, one: (entry: unknown) => One): Outgoing {
  const body = bodyOf(incoming)
  const wrong = list(body)
  if (wrong !== undefined || !Array.isArray(body))
    throw new HttpError(422, 'validation_error', [{ loc: [], msg: wrong ?? '', type: 'invalid_type' }])
  const results = body.map((entry: unknown) => one(entry))
  const issues = results.flatMap((result, index) =>
    'issues' in result ? result.issues.map((issue) => ({ ...issue, loc: [index, ...issue.loc] })) : [],
  )
  const made = results.flatMap((result) => ('made' in result ? [result.made] : []))
  if (made.length === 0 && issues.length > 0) throw new HttpError(422, 'validation_error', issues)
  return { status: issues.length > 0 ? 207 : 200, json: issues.length > 0 ? { created: made, failed: issues } : made }
}

export function updateItem(incoming: Incoming): Outgoing {
  const row = find(incoming, incoming.db.items)
  const optional = { check: text(), optional: true } as const
  const body = parse(bodyOf(incoming), { title: optional, description: optional, part_number: optional })
  if (body['title'] !== undefined) row.name = String(body['title'])
  if (body['description'] !== undefined) row.description = String(body['description'])
  if (body['part_number'] !== undefined) row.partNumber = String(body['part_number'])
  row.updatedAt = Date.now()
  return { status: 200, json: show.item(incoming.bugs)(row) }
}

export function deleteItem(incoming: Incoming): Outgoing {
  const { db, bugs } = incoming
  const row = find(incoming, db.items)
  db.items.delete(row.id)
  if (!bugs.has('properties-outlive-item'))
    for (const { id, itemId } of db.properties.values()) if (itemId === row.id) db.properties.delete(id)
  return { status: 200, json: { deleted: true } }
}

function insert(incoming: Incoming, body: Body): ItemRow {
  const product = own(incoming, incoming.db.products.get(String(body['productId']).toLowerCase()))
  const row: ItemRow = {
    ...newRow(incoming.tenant, incoming.person, String(body['title'])),
    kind: 'item',
    productId: product.id,
    ...(typeof body['description'] === 'string' ? { description: body['description'] } : {}),
    ...(typeof body['part_number'] === 'string' ? { partNumber: body['part_number'] } : {}),
  }
  incoming.db.items.set(row.id, row)
  return row
}
