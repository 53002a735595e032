import { compute } from '../quantity.ts'
import { newRow, type PropertyRow } from './database.ts'
import { quantityOf } from './formulas.ts'
import { HttpError, issue } from './http-error.ts'
import { bulk } from './items.ts'
import { bodyOf, find, own, paged, type Incoming, type Outgoing } from './request.ts'
import { issuesIn, listOf, number, oneOf, parse, record, text, uuid, type Body, type Field } from './shape.ts'
import * as show from './show.ts'

const types = ['numeric', 'formula', 'matrix', 'text', 'date', 'status']
const kinds = types.map((type) => type.charAt(0).toUpperCase() + type.slice(1))
const optionalText: Field = { check: text(), optional: true }
const matrix = /^\s*\[\s*\[[-+\d.eE,\s[\]]*\]\s*\]\s*$/

export function listProperties(incoming: Incoming): Outgoing {
  const { db, query, tenant, bugs } = incoming
  const type = readSelection(incoming)
  const deleted = query.get('includeDeleted') ?? 'false'
  if (deleted !== 'true' && deleted !== 'false') throw issue('includeDeleted', 'Expected boolean, received string')
  const itemId = query.get('itemId')?.toLowerCase()
  const item = itemId === undefined ? undefined : db.items.get(itemId)
  const leak = bugs.has('foreign-item-listed')
  if (item && !leak) own(incoming, item)
  const rows = [...db.properties.values()].filter(
    (row) =>
      (row.tenant === tenant || (leak && item !== undefined)) &&
      (itemId === undefined || row.itemId === itemId) &&
      (!row.deleted || deleted === 'true' || bugs.has('deleted-shown')) &&
      (type === undefined || row.type === type || (type === 'numeric' && row.type === 'matrix')),
  )
  return paged(incoming, rows, show.property(db, bugs))
}

export function readProperty(incoming: Incoming): Outgoing {
  readSelection(incoming)
  const row = find(incoming, incoming.db.properties)
  if (row.deleted) throw new HttpError(404, 'not_found', 'Property was deleted')
  return { status: 200, json: show.property(incoming.db, incoming.bugs)(row) }
}

/** The type asked for. No product here has a version. */
function readSelection({ query }: Incoming): string | undefined {
  const version = query.get('version') ?? 'null'
  if (version !== 'null' && version !== 'baseline' && !/^\d+$/.test(version)) throw issue('version', 'Invalid input')
  const type = query.get('type')?.toLowerCase()
  const wrong = type === undefined ? undefined : oneOf(...types)(type)
  if (wrong !== undefined) throw issue('type', wrong, 'invalid_enum_value')
  if (version !== 'null') throw new HttpError(404, 'not_found', 'No such version')
  return type
}

export function createProperty(incoming: Incoming): Outgoing {
  const row = insert(incoming, parseCreation(bodyOf(incoming)))
  return { status: 201, json: show.property(incoming.db, incoming.bugs)(row) }
}

export function createProperties(incoming: Incoming): Outgoing {
  return bulk(incoming, (entry) => {
    const issues = issuesIn(entry, creationOf(entry))
    if (issues.length > 0) return { issues }
    return { made: show.property(incoming.db, incoming.bugs)(insert(incoming, parseCreation(entry))) }
  })
}

export function updateProperty(incoming: Incoming): Outgoing {
  const row = find(incoming, incoming.db.properties)
  const all = Object.entries({ name: { check: text(1) }, ...content(row.type) })
  const fields = Object.fromEntries(all.map(([name, { check }]) => [name, { check, optional: true as const }]))
  const body = parse(bodyOf(incoming), { ...fields, description: optionalText, reason: optionalText })
  if (typeof body['formula'] === 'string') checkFormula(incoming, body['formula'])
  if (body['name'] !== undefined) row.name = String(body['name'])
  if (body['description'] !== undefined) row.description = String(body['description'])
  assign(row, body)
  row.updatedAt = Date.now()
  row.updatedBy = incoming.person
  return { status: 200, json: show.property(incoming.db, incoming.bugs)(row) }
}

export function deleteProperty(incoming: Incoming): Outgoing {
  const row = find(incoming, incoming.db.properties)
  if (row.deleted) throw new HttpError(404, 'not_found', 'Property was deleted')
  row.deleted = true
  return { status: 200, json: { deleted: true } }
}

function parseCreation(entry: unknown): Body {
  return parse(entry, creationOf(entry))
}

function creationOf(entry: unknown): Readonly<Record<string, Field>> {
  const kind = typeof entry === 'object' && entry !== null && 'kind' in entry ? String(entry.kind).toLowerCase() : ''
  return {
    itemId: { check: uuid },
    name: { check: text(1) },
    kind: { check: oneOf(...kinds) },
    description: optionalText,
    references: { check: listOf(record), optional: true },
    ...content(kind),
  }
}

function content(type: string): Readonly<Record<string, Field>> {
  const unit = { category: { check: text(1) }, displayUnit: { check: text(1) } }
  if (type === 'numeric') return { value: { check: number }, ...unit }
  if (type === 'matrix')
    return { value: { check: (value) => text()(value) ?? (isMatrix(value) ? undefined : 'Invalid matrix') }, ...unit }
  if (type === 'formula') return { formula: { check: text(1) } }
  if (type === 'date')
    return { value: { check: (value) => text()(value) ?? (isDay(value) ? undefined : 'Invalid date') } }
  return { value: { check: type === 'status' ? oneOf('Draft', 'Under Review', 'Done') : text() } }
}

function isMatrix(value: unknown): boolean {
  if (!matrix.test(String(value))) return false
  try {
    const rows: unknown = JSON.parse(String(value))
    return (
      Array.isArray(rows) && rows.every((row) => Array.isArray(row) && row.every((cell) => typeof cell === 'number'))
    )
  } catch {
    return false
  }
}

function isDay(value: unknown): boolean {
  const day = String(value)
  const at = new Date(`${day}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === day
}

function checkFormula(incoming: Incoming, formula: string): void {
  const { db, bugs } = incoming
  try {
    compute(formula, (id) => {
      const source = db.properties.get(id)
      if (source) own(incoming, source)
      return quantityOf(db, id)
    })
  } catch {
    if (!bugs.has('formula-stale')) throw issue('formula', 'Invalid formula')
  }
}

function insert(incoming: Incoming, body: Body): PropertyRow {
  const { db, tenant, person } = incoming
  const item = db.items.get(String(body['itemId']).toLowerCase())
  if (!item) throw issue('itemId', 'Unknown item')
  own(incoming, item)
  if (typeof body['formula'] === 'string') checkFormula(incoming, body['formula'])
  const row: PropertyRow = {
    ...newRow(tenant, person, String(body['name'])),
    kind: 'property',
    itemId: item.id,
    type: String(body['kind']).toLowerCase(),
    value: null,
    deleted: false,
    references: Array.isArray(body['references']) ? body['references'] : [],
  }
  if (typeof body['description'] === 'string') row.description = body['description']
  assign(row, body)
  db.properties.set(row.id, row)
  return row
}

function assign(row: PropertyRow, body: Body): void {
  const numeric = row.type === 'numeric' || row.type === 'matrix'
  if (body['value'] !== undefined && row.type !== 'formula') row.value = body['value']
  if (numeric && typeof body['category'] === 'string') row.category = body['category']
  if (numeric && typeof body['displayUnit'] === 'string') row.displayUnit = body['displayUnit']
  if (row.type === 'formula' && typeof body['formula'] === 'string') row.formula = body['formula']
}
