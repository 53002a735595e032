import { randomUUID } from 'node:crypto'
import { compute, written, type Quantity } from '../quantity.ts'
import { idIn, jsonBody, pageOf, reach, type Answer, type Call } from './call.ts'
import { Form, isFields } from './form.ts'
import { caught, reachItem } from './items.ts'
import { propertyTypes } from './query.ts'
import { invalid, missing, type Complaint } from './refusal.ts'
import type { Property, Reference, Store } from './store.ts'

type Content = Partial<Pick<Property, 'value' | 'unit' | 'expression'>>
type Plan = Content & Pick<Property, 'name' | 'type' | 'description' | 'references'>
type Draft = Plan & { readonly itemId: string }

const categories: Readonly<Record<string, string>> = {
  mm: 'Length',
  cm: 'Length',
  m: 'Length',
  km: 'Length',
  g: 'Mass',
  kg: 'Mass',
  s: 'Time',
  N: 'Force',
  '': 'Dimensionless',
}

export function listProperties(call: Call): Answer {
  const itemId = call.query.uuid('item_id')
  const page = call.query.page()
  const withDeleted = call.query.boolean('includeDeleted')
  const type = call.query.type()
  const version = call.query.version()
  call.query.finish()
  const item = reachItem(call, itemId)
  if (version !== undefined) throw missing('version')
  const own = [...call.store.properties.values()].filter(
    (property) =>
      property.item === item && (withDeleted || !property.deleted) && (type === undefined || property.type === type),
  )
  return pageOf(
    call,
    own.toReversed().map((property) => showProperty(call.store, property)),
    page,
  )
}

export function readProperty(call: Call): Answer {
  const type = call.query.type()
  const version = call.query.version()
  const id = idIn(call, 'property_id')
  call.query.finish()
  const property = reachProperty(call, id)
  if (version !== undefined) throw missing('version')
  // The hint chooses the table.
  if (type !== undefined && property.type !== type) throw missing('property')
  return { status: 200, body: showProperty(call.store, property) }
}

export function createProperty(call: Call): Answer {
  const form = new Form(jsonBody(call))
  const draft = readDraft(call, form, ['body'])
  return { status: 201, body: showProperty(call.store, insert(call, draft())) }
}

export function createProperties(call: Call): Answer {
  const form = new Form(jsonBody(call))
  const entries = form.take('properties', true)
  if (entries !== undefined && !Array.isArray(entries))
    form.complain('properties', 'list_type', 'Input should be a valid list')
  form.finish()
  const errors: Complaint[] = []
  const drafts = (Array.isArray(entries) ? entries : []).map((entry: unknown, index) => {
    const at = ['body', 'properties', index]
    const one = new Form(entry, at)
    let draft: Draft | undefined
    errors.push(...caught(() => (draft = readDraft(call, one, at)()), one))
    return draft
  })
  if (errors.length > 0) throw invalid(errors)
  const whole = drafts.filter((draft) => draft !== undefined)
  const isKnown = call.bugs.has('bulk-reaches-by-first-entry')
  const placed = whole.map(({ itemId, ...plan }, index) => {
    const known = isKnown && index > 0 ? call.store.items.get(itemId) : undefined
    return { ...plan, item: known ?? reachItem(call, itemId) }
  })
  const properties = placed.map((plan) => showProperty(call.store, add(call, plan)))
  return { status: 201, body: { properties, count: properties.length } }
}

export function updateProperty(call: Call): Answer {
  const id = idIn(call, 'property_id')
  const body = jsonBody(call)
  const property = reachProperty(call, id)
  const form = new Form(body)
  const name = form.text('name', { min: 1 })
  const description = form.text('description', { nullable: true })
  form.text('reason', { nullable: true })
  const references = form.has('references') ? readReferences(form) : property.references
  const content = readContent(call, form, { type: property.type, partial: true })
  form.finish()
  if (name !== undefined) property.name = name
  if (form.has('description')) property.description = description
  Object.assign(property, content, { references })
  call.store.touch(property, call.user)
  return { status: 200, body: showProperty(call.store, property) }
}

export function deleteProperty(call: Call): Answer {
  const property = reachProperty(call, idIn(call, 'property_id'))
  property.deleted = true
  call.store.touch(property, call.user)
  return { status: 204 }
}

export function reachProperty(call: Call, id: string): Property {
  return reach(call, id, {
    things: call.store.properties,
    kind: 'property',
    ownerOf: ({ item }) => item.product.workspace.organization,
  })
}

/** A union told apart by `type`: without it, nothing else of the body is looked at. */
function readDraft(call: Call, form: Form, at: readonly (string | number)[]): () => Draft {
  if (form.errors.length > 0) throw invalid(form.errors)
  const type = form.take('type')
  if (!propertyTypes.some((known) => known === type)) {
    const code = form.has('type') ? 'union_tag_invalid' : 'union_tag_not_found'
    const expected = propertyTypes.map((known) => `'${known}'`).join(', ')
    const msg = form.has('type')
      ? `Input tag '${String(type)}' found using 'type' does not match any of the expected tags: ${expected}`
      : `Unable to extract tag using discriminator 'type'`
    form.errors.push({ type: code, loc: at, msg })
    throw invalid(form.errors)
  }
  const draft = {
    type: String(type),
    itemId: form.uuid('item_id'),
    name: form.text('name', { required: true, min: 1 }) ?? '',
    description: form.text('description', { nullable: true }),
    references: form.has('references') ? readReferences(form) : [],
    ...readContent(call, form, { type: String(type), partial: false }),
  }
  // The variant's name stands in the place of what is wrong.
  form.errors.splice(
    0,
    form.errors.length,
    ...form.errors.map((error) => ({
      ...error,
      loc: [...at, String(type), ...error.loc.slice(at.length)],
    })),
  )
  return () => {
    form.finish()
    return draft
  }
}

interface Wanted {
  readonly type: string
  readonly partial: boolean
}

function readContent(call: Call, form: Form, { type, partial }: Wanted): Content {
  const read = (field: string, reader: () => unknown): object =>
    partial && !form.has(field) ? {} : { [field]: reader() }
  const unit = (): unknown => form.text('unit', { required: true, oneOf: Object.keys(categories) })
  if (type === 'numeric') return { ...read('value', () => form.number('value', true)), ...read('unit', unit) }
  if (type === 'matrix') return { ...read('value', () => readMatrix(form)), ...read('unit', unit) }
  if (type === 'formula') return { ...read('expression', () => readExpression(call, form)) }
  if (type === 'date') return { ...read('value', () => readDate(form)) }
  const oneOf = ['Draft', 'Under Review', 'Done']
  return { ...read('value', () => form.text('value', { required: true, ...(type === 'status' ? { oneOf } : {}) })) }
}

function readMatrix(form: Form): string | undefined {
  const value = form.take('value', true)
  if (value === undefined) return undefined
  const rows: readonly unknown[] = Array.isArray(value) ? value : []
  if (rows.length === 0 || !rows.every(isRow))
    return form.complain('value', 'list_type', 'Input should be a valid list')
  return JSON.stringify(rows)
}

function isRow(row: unknown): boolean {
  return Array.isArray(row) && row.length > 0 && row.every((cell) => typeof cell === 'number')
}

function readDate(form: Form): string | undefined {
  const value = form.text('value', { required: true })
  if (value === undefined) return undefined
  const real = /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
  if (real && new Date(value).toISOString().startsWith(value)) return value
  return form.complain('value', 'date_from_datetime_parsing', 'Input should be a valid date or datetime')
}

function readExpression(call: Call, form: Form): string | undefined {
  const expression = form.text('expression', { required: true, min: 1 })
  if (expression === undefined) return undefined
  try {
    compute(expression, (id) => quantityOf(call.store, reachProperty(call, id).id))
    return expression
  } catch {
    return form.complain('expression', 'value_error', 'Value error, the expression cannot be computed')
  }
}

function readReferences(form: Form): readonly Reference[] {
  const value = form.take('references')
  if (!Array.isArray(value)) return form.complain('references', 'list_type', 'Input should be a valid list') ?? []
  return value.flatMap((entry: unknown) => {
    const link = isFields(entry) ? entry['file_link_id'] : undefined
    const page = isFields(entry) ? (entry['page'] ?? 1) : undefined
    if (typeof link === 'string' && Number.isInteger(page)) return [{ file_link_id: link, page: Number(page) }]
    return form.complain('references', 'model_attributes_type', 'Input should be a valid reference') ?? []
  })
}

function quantityOf(store: Store, id: string, seen: readonly string[] = []): Quantity {
  const property = store.properties.get(id.toLowerCase())
  if (property === undefined || seen.includes(property.id)) throw new Error('no such source')
  if (property.type === 'formula')
    return compute(property.expression ?? '', (next) => quantityOf(store, next, [...seen, property.id]))
  if (typeof property.value !== 'number') throw new Error('a source is no number')
  return { value: property.value, units: property.unit ? { [property.unit]: 1 } : {} }
}

function resultOf(store: Store, property: Property): unknown {
  try {
    property.value = written(quantityOf(store, property.id))
  } catch {
    // A source has gone: the last result stands.
  }
  return property.value
}

function insert(call: Call, { itemId, ...plan }: Draft): Property {
  return add(call, { ...plan, item: reachItem(call, itemId) })
}

function add(call: Call, plan: Plan & Pick<Property, 'item'>): Property {
  const property: Property = {
    ...call.store.record(call.user, `prop_${randomUUID().slice(0, 8)}`),
    value: undefined,
    ...plan,
    deleted: false,
  }
  call.store.properties.set(property.id, property)
  return property
}

function showProperty(store: Store, property: Property): unknown {
  const { unit } = property
  return {
    id: property.id,
    readable_id: property.readable_id,
    name: property.name,
    type: property.type,
    value: property.type === 'formula' ? resultOf(store, property) : property.value,
    category: unit === undefined ? undefined : categories[unit],
    display_unit: unit,
    expression: property.expression,
    description: property.description,
    item_id: property.item.id,
    deleted: property.deleted,
    references: property.references,
    createdBy: property.createdBy,
    updatedBy: property.updatedBy,
    createdAt: property.createdAt,
    updatedAt: property.updatedAt,
  }
}
