import { waitAMoment } from '../../changes/wait-a-moment.ts'
import { newRow, type ProductRow } from './database.ts'
import { HttpError, issue } from './http-error.ts'
import { bodyOf, find, own, paged, type Incoming, type Outgoing } from './request.ts'
import { matching, nullable, number, parse, text, uuid } from './shape.ts'
import * as show from './show.ts'

const readableId = matching(/^[a-z0-9_]+$/)

export function listWorkspaces(incoming: Incoming): Outgoing {
  const rows = [...incoming.db.workspaces.values()].filter(({ tenant }) => tenant === incoming.tenant)
  return paged(incoming, rows, show.workspace)
}

export function readWorkspace(incoming: Incoming): Outgoing {
  return { status: 200, json: show.workspace(find(incoming, incoming.db.workspaces)) }
}

export function listProducts(incoming: Incoming): Outgoing {
  const { db, bugs, query, tenant } = incoming
  const workspaceId = query.get('workspaceId')?.toLowerCase()
  if (workspaceId !== undefined && uuid(workspaceId) !== undefined) throw issue('workspaceId', 'Invalid uuid')
  const workspace = workspaceId === undefined ? undefined : db.workspaces.get(workspaceId)
  if (workspace) own(incoming, workspace)
  const q = query.get('q') ?? ''
  const anywhere = workspaceId === undefined || (q !== '' && bugs.has('search-everywhere'))
  const rows = [...db.products.values()].filter(
    (row) => row.tenant === tenant && (anywhere || row.workspaceId === workspaceId) && matches(incoming, row.name, q),
  )
  return paged(incoming, rows, show.product(bugs))
}

function matches({ bugs }: Incoming, name: string, q: string): boolean {
  if (bugs.has('search-case')) return name.includes(q)
  if (bugs.has('search-pattern')) return new RegExp(q, 'i').test(name)
  const at = name.toLowerCase().indexOf(q.toLowerCase())
  return bugs.has('search-anchored') ? at === 0 : at !== -1
}

export function readProduct(incoming: Incoming): Outgoing {
  const row = find(incoming, incoming.db.products)
  if (incoming.bugs.has('reading-touches')) row.updatedAt = Date.now()
  return { status: 200, json: show.product(incoming.bugs)(row) }
}

export function createProduct(incoming: Incoming): Outgoing {
  const { db, bugs, tenant, person } = incoming
  const body = parse(bodyOf(incoming), {
    workspace_id: { check: uuid },
    name: { check: text(1) },
    readable_id: { check: readableId },
    description: { check: text(), optional: true },
    part_number: { check: text(), optional: true },
  })
  const workspace = own(incoming, db.workspaces.get(String(body['workspace_id']).toLowerCase()))
  refuseTaken(incoming, workspace.id, String(body['readable_id']))
  const partNumber = body['part_number'] === '' ? undefined : optionalText(body['part_number'])
  const row: ProductRow = {
    ...newRow(tenant, person, cut(incoming, String(body['name']))),
    kind: 'product',
    workspaceId: workspace.id,
    readableId: String(body['readable_id']),
    description: optionalText(body['description']),
  }
  if (partNumber !== undefined) refuseNumber(incoming, partNumber, row)
  row.partNumber = partNumber
  db.products.set(row.id, row)
  return { status: 201, json: show.product(bugs)(row) }
}

export async function updateProduct(incoming: Incoming): Promise<Outgoing> {
  const { db, bugs } = incoming
  const body = parse(bodyOf(incoming), {
    name: { check: text(1), optional: true },
    readable_id: { check: readableId, optional: true },
    description: { check: text(), optional: true },
    part_number: { check: nullable(text(1)), optional: true },
    baseline_version_number: { check: baseline, optional: true },
  })
  const found = bugs.has('foreign-product-updated') ? db.products.get(incoming.id) : undefined
  const row = found ?? find(incoming, db.products)
  const copy = { ...row }
  if (bugs.has('update-from-copy')) await waitAMoment()
  if (body['baseline_version_number'] !== undefined) throw issue('baseline_version_number', 'No such version')
  const partNumber = body['part_number']
  if (bugs.has('name-before-number') && body['name'] !== undefined) row.name = String(body['name'])
  if (body['readable_id'] !== undefined) refuseTaken(incoming, row.workspaceId, String(body['readable_id']), row.id)
  if (typeof partNumber === 'string') {
    if (row.partNumber !== undefined && !bugs.has('number-changed-in-place'))
      throw new HttpError(422, 'PART_NUMBER_ALREADY_ASSIGNED', 'A part number is assigned; remove it first')
    refuseNumber(incoming, partNumber, row)
  }
  if (partNumber === null && row.partNumber !== undefined)
    row.tenant.removed.set(row.partNumber, { productId: row.id, workspaceId: row.workspaceId })
  if (bugs.has('update-from-copy')) Object.assign(row, copy)
  if (partNumber !== undefined) row.partNumber = optionalText(partNumber)
  if (body['name'] !== undefined) row.name = cut(incoming, String(body['name']))
  if (body['readable_id'] !== undefined) row.readableId = String(body['readable_id'])
  if (body['description'] !== undefined) row.description = String(body['description'])
  row.updatedAt = Date.now()
  row.updatedBy = incoming.person
  return { status: 200, json: show.product(bugs)(row) }
}

export function deleteProduct(incoming: Incoming): Outgoing {
  const { db } = incoming
  const row = find(incoming, db.products)
  const gone = new Set([...db.items.values()].filter(({ productId }) => productId === row.id).map(({ id }) => id))
  for (const { id, itemId } of db.properties.values()) if (gone.has(itemId)) db.properties.delete(id)
  for (const id of gone) db.items.delete(id)
  db.products.delete(row.id)
  return { status: 200, json: { deleted: true } }
}

function baseline(value: unknown): string | undefined {
  if (number(value) !== undefined) return number(value)
  return Number.isInteger(value) && Number(value) >= 1 ? undefined : 'Number must be a positive integer'
}

function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function cut({ bugs }: Incoming, name: string): string {
  return bugs.has('text-cut') ? name.slice(0, 255) : name
}

function refuseTaken({ db }: Incoming, workspaceId: string, wanted: string, except?: string): void {
  for (const row of db.products.values())
    if (row.workspaceId === workspaceId && row.readableId === wanted && row.id !== except)
      throw new HttpError(400, 'readable_id_taken', 'readable_id is already in use')
}

function refuseNumber({ db, bugs, tenant }: Incoming, wanted: string, { id, workspaceId }: ProductRow): void {
  const removed = tenant.removed.get(wanted)
  const mine = removed?.productId === id && bugs.has('own-number-again')
  const away = removed?.workspaceId !== workspaceId && bugs.has('retired-forgotten-in-other-workspace')
  const products = [...db.products.values()]
  const seen = bugs.has('number-among-fifty-products') && !db.products.has(id) ? products.slice(-50) : products
  const held = seen.some((row) => row.tenant === tenant && row.partNumber === wanted)
  if (held || (removed && !mine && !away))
    throw new HttpError(bugs.has('number-conflict-400') ? 400 : 409, 'conflict', 'part_number is not available')
}
