import { randomUUID } from 'node:crypto'
import { idIn, jsonBody, pageOf, reach, type Answer, type Call } from './call.ts'
import { Form } from './form.ts'
import { reachProduct } from './products.ts'
import { invalid, type Complaint } from './refusal.ts'
import type { Item } from './store.ts'

interface Draft {
  readonly productId: string
  readonly name: string
  readonly description: string | undefined
  readonly number: string | undefined
}

export function listItems(call: Call): Answer {
  const productId = call.query.uuid('product_id')
  const page = call.query.page()
  call.query.finish()
  const product = reachProduct(call, productId)
  const own = [...call.store.items.values()].filter((item) => item.product === product).toReversed()
  return pageOf(call, own.map(showItem), page)
}

export function readItem(call: Call): Answer {
  return { status: 200, body: showItem(reachItem(call, idIn(call, 'item_id'))) }
}

export function createItem(call: Call): Answer {
  const form = new Form(jsonBody(call))
  const draft = readDraft(form)
  form.finish()
  return { status: 201, body: showItem(insert(call, draft)) }
}

export function createItems(call: Call): Answer {
  const form = new Form(jsonBody(call))
  const entries = form.take('items', true)
  if (entries !== undefined && !Array.isArray(entries))
    form.complain('items', 'list_type', 'Input should be a valid list')
  const errors: Complaint[] = []
  const drafts = (Array.isArray(entries) ? entries : []).map((entry: unknown, index) => {
    const one = new Form(entry, ['body', 'items', index])
    const draft = readDraft(one)
    errors.push(...caught(() => one.finish(), one))
    return draft
  })
  form.finish()
  if (errors.length > 0) throw invalid(errors)
  const isKnown = call.bugs.has('bulk-reaches-by-first-entry')
  const placed = drafts.map((draft, index) => {
    const known = isKnown && index > 0 ? call.store.products.get(draft.productId) : undefined
    return { ...draft, product: known ?? reachProduct(call, draft.productId) }
  })
  const items = placed.map((draft) => showItem(add(call, draft)))
  return { status: 201, body: { items, count: items.length } }
}

/** The complaints of a form, without the rejection that they would be by themselves. */
export function caught(finish: () => void, { errors }: Form): readonly Complaint[] {
  try {
    finish()
  } catch {
    // All entries are complained of together.
  }
  return errors
}

export function updateItem(call: Call): Answer {
  const id = idIn(call, 'item_id')
  const form = new Form(jsonBody(call))
  const name = form.text('name', { min: 1 })
  const description = form.text('description', { nullable: true })
  const number = form.text('part_number', { nullable: true })
  form.finish()
  const item = reachItem(call, id)
  if (name !== undefined) item.name = name
  if (form.has('description')) item.description = description
  if (form.has('part_number')) item.part_number = number
  call.store.touch(item, call.user)
  return { status: 200, body: showItem(item) }
}

export function deleteItem(call: Call): Answer {
  const item = reachItem(call, idIn(call, 'item_id'))
  for (const property of call.store.properties.values())
    if (property.item === item) call.store.properties.delete(property.id)
  call.store.items.delete(item.id)
  for (const file of call.store.files.values())
    file.links = file.links.filter(({ target }) => target !== item && !('item' in target && target.item === item))
  return { status: 204 }
}

export function reachItem(call: Call, id: string): Item {
  return reach(call, id, {
    things: call.store.items,
    kind: 'item',
    ownerOf: ({ product }) => product.workspace.organization,
  })
}

function readDraft(form: Form): Draft {
  return {
    productId: form.uuid('product_id'),
    name: form.text('name', { required: true, min: 1 }) ?? '',
    description: form.text('description', { nullable: true }),
    number: form.text('part_number', { nullable: true }),
  }
}

function insert(call: Call, { productId, name, description, number }: Draft): Item {
  return add(call, { product: reachProduct(call, productId), name, description, number })
}

type PlacedDraft = Omit<Draft, 'productId'> & Pick<Item, 'product'>

function add(call: Call, { product, name, description, number }: PlacedDraft): Item {
  const item: Item = {
    ...call.store.record(call.user, `item_${randomUUID().slice(0, 8)}`),
    product,
    name,
    description,
    part_number: number,
  }
  call.store.items.set(item.id, item)
  return item
}

function showItem({ product, ...item }: Item): unknown {
  return {
    id: item.id,
    readable_id: item.readable_id,
    product_id: product.id,
    name: item.name,
    description: item.description,
    part_number: item.part_number,
    createdBy: item.createdBy,
    updatedBy: item.updatedBy,
    createdAt: item.createdAt,
    updatedAt: item.updatedAt,
  }
}
