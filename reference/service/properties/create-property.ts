import { randomUUID } from 'node:crypto'
import type { Deployment } from '../deployment.ts'
import { keepFirstResult } from '../formulas/draft-result.ts'
import { requireComputable } from '../formulas/require-computable.ts'
import type { Caller } from '../http/caller.ts'
import { generateReadableId } from '../items/generate-readable-id.ts'
import { type ItemRow, selectItems } from '../items/item.ts'
import { bendContent } from './bend-content.ts'
import { findProperty } from './find-property.ts'
import { itemForProperty } from './item-for-property.ts'
import { judgeContent, type Place } from './judge-content.ts'
import { judgeReferences } from './judge-references.ts'
import { type Property, showProperty } from './property.ts'
import type { PropertyBulkCreation, PropertyContent, PropertyCreation } from './property-body.ts'

/** Creates a property on an item that the caller reaches; a refusal leaves nothing behind. */
export function createProperty(deployment: Deployment, body: PropertyCreation, caller: Caller): Property {
  const item = itemForProperty(deployment, { id: body.item_id, caller })
  return deployment.store.transaction(() => create(deployment, { item, content: body, caller, at: ['body'] }))
}

/** Creates several properties of one item: all of them, or none where one is refused. */
export function createProperties(
  deployment: Deployment,
  body: PropertyBulkCreation,
  caller: Caller,
): readonly Property[] {
  const item = itemForProperty(deployment, { id: body.item_id, caller })
  return togetherOrNot(deployment, () =>
    bulkEntries(deployment, body.properties).map((content, index) =>
      create(deployment, {
        item: itemOfEntry(deployment, content) ?? item,
        content: inBulk(deployment, content),
        caller,
        at: ['body', 'properties', index],
      }),
    ),
  )
}

/** All of them or none; a variant leaves what came before a bad one. */
function togetherOrNot<Result>({ store, variants }: Deployment, work: () => Result): Result {
  return variants.chosen('refused-bulks-keep-what-came-before') ? work() : store.transaction(work)
}

/** A fault of a way of writing that is used for several alone. */
function inBulk({ faults }: Deployment, content: PropertyContent): PropertyContent {
  const { value } = content
  const rounded = typeof value === 'number' ? Math.round(value * 100) / 100 : value
  return rounded !== value && faults.active('bulk-rounds-numbers') ? { ...content, value: rounded } : content
}

/** The item that an entry names by itself, whoever's it is: nobody asks but for the request's. */
function itemOfEntry({ faults, store }: Deployment, entry: PropertyContent): ItemRow | undefined {
  const id: unknown = 'item_id' in entry ? entry.item_id : undefined
  if (typeof id !== 'string' || !faults.active('bulk-entry-reaches-a-foreign-item')) return undefined
  return store.get<ItemRow>(`${selectItems} AND items.id = ?`, id)
}

function bulkEntries({ faults }: Deployment, entries: readonly PropertyContent[]): readonly PropertyContent[] {
  if (entries.length > 50 && faults.active('bulk-makes-fifty-at-most')) return entries.slice(0, 50)
  const references = entries[0]?.references ?? []
  if (references.length > 0 && entries.length > 1 && faults.active('bulk-refers-alike')) {
    return entries.map((entry) => Object.assign({}, entry, { references }))
  }
  if (entries.some(({ display_unit: unit }) => unit !== undefined) && faults.active('bulk-empties-units')) {
    return entries.map((entry) =>
      entry.display_unit === undefined ? entry : Object.assign({}, entry, { category: '', display_unit: '' }),
    )
  }
  if (entries.length > 100 && faults.active('bulk-takes-the-first-hundred-properties')) return entries.slice(0, 100)
  return entries.length > 1 && faults.active('bulk-creates-the-last-property-only') ? entries.slice(-1) : entries
}

interface NewProperty {
  readonly item: ItemRow
  readonly content: PropertyContent
  readonly caller: Caller
  readonly at: Place
}

function create(deployment: Deployment, sent: NewProperty): Property {
  const property = { ...sent, content: bendContent(deployment.faults, typedContent(deployment, sent.content)) }
  const { content, at } = property
  const caller = { ...sent.caller, organizationId: sent.item.organization_id }
  const id = randomUUID()
  insert(deployment, id, property)
  const row = findProperty(deployment, { id, caller })
  if (content.type === 'formula') requireComputable(deployment, row, at)
  if (content.type === 'formula') keepFirstResult(deployment, row)
  return showProperty(deployment, row)
}

/** A matrix by its value, where matrices are typed numeric. */
function typedContent({ variants }: Deployment, content: PropertyContent): PropertyContent {
  const isMatrix = content.type === 'numeric' && typeof content.value === 'string'
  return isMatrix && variants.chosen('matrix-is-typed-numeric') ? { ...content, type: 'matrix' } : content
}

function insert(deployment: Deployment, id: string, { item, content, caller, at }: NewProperty): void {
  const stored = judgeContent(deployment.faults, { type: content.type, fields: content, at })
  const references = judgeReferences(deployment, {
    references: content.references ?? [],
    organizationId: item.organization_id,
    at,
  })
  const now = new Date().toISOString()
  deployment.store.run(
    `INSERT INTO properties (id, item_id, readable_id, name, type, value, category, display_unit, expression, description,
       source_references, created_by, updated_by, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    item.id,
    content.readable_id ?? generateReadableId(content.name, id),
    content.name,
    content.type,
    stored.value,
    stored.category,
    stored.display_unit,
    stored.expression,
    content.description === undefined || content.description === '' ? null : content.description,
    references,
    caller.userId,
    caller.userId,
    now,
    now,
  )
}
