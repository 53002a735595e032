import { randomUUID } from 'node:crypto'
import type { Deployment } from '../deployment.ts'
import type { Caller } from '../http/caller.ts'
import { claimPartNumber } from '../part-numbers/claim-part-number.ts'
import { judgeFormat } from '../part-numbers/judge-format.ts'
import type { ProductRow } from '../products/product.ts'
import { bendNewItem } from './bend-item.ts'
import { findItem } from './find-item.ts'
import { generateReadableId } from './generate-readable-id.ts'
import { type Item, showItem } from './item.ts'
import { productForItems } from './item-product.ts'
import type { ItemBulkCreation, ItemContent, ItemCreation } from './item-body.ts'

/** Creates an item in a product that the caller reaches; a refusal leaves nothing behind. */
export function createItem(deployment: Deployment, body: ItemCreation, caller: Caller): Item {
  const product = productForItems(deployment, { productId: body.product_id, caller, several: false })
  return deployment.store.transaction(() => create(deployment, { product, content: body, caller }))
}

/** Creates several items of one product: all of them, or none where one is refused. */
export function createItems(deployment: Deployment, body: ItemBulkCreation, caller: Caller): readonly Item[] {
  const product = productForItems(deployment, { productId: body.product_id, caller, several: true })
  return deployment.store.transaction(() =>
    bulkEntries(deployment, body.items).map((content) => create(deployment, { product, content, caller })),
  )
}

interface NewItem {
  readonly product: ProductRow
  readonly content: ItemContent
  readonly caller: Caller
}

function bulkEntries({ faults }: Deployment, entries: readonly ItemContent[]): readonly ItemContent[] {
  const [first] = entries
  if (entries.length > 50 && faults.active('bulk-loses-every-fiftieth-item'))
    return entries.filter((_, index) => (index + 1) % 50 !== 0)
  if (first === undefined || entries.length === 1) return entries
  if (faults.active('bulk-creates-the-first-item-only')) return [first]
  if (entries.length > 50 && faults.active('bulk-makes-fifty-at-most')) return entries.slice(0, 50)
  const { description } = first
  if (description !== undefined && faults.active('bulk-describes-all-items-alike')) {
    return entries.map((entry) => Object.assign({}, entry, { description }))
  }
  // oxlint-disable-next-line oxc/no-map-spread -- what was sent stays as it is
  return faults.active('bulk-names-all-items-alike')
    ? entries.map((entry) => ({ ...entry, name: first.name }))
    : entries
}

function create(deployment: Deployment, sent: NewItem): Item {
  const item = { ...sent, content: bendNewItem(deployment.faults, sent.content) }
  const id = randomUUID()
  insert(deployment, id, item)
  givePartNumber(deployment, id, item)
  const caller = { ...item.caller, organizationId: item.product.organization_id }
  return showItem(deployment, findItem(deployment, { id, caller }))
}

function insert({ store }: Deployment, id: string, { product, content, caller }: NewItem): void {
  const now = new Date().toISOString()
  store.run(
    `INSERT INTO items (id, product_id, readable_id, name, description, created_by, updated_by, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    product.id,
    content.readable_id ?? generateReadableId(content.name, id),
    content.name,
    content.description === undefined || content.description === '' ? null : content.description,
    caller.userId,
    caller.userId,
    now,
    now,
  )
}

/** Items and products share the organization's part numbers. */
function givePartNumber(deployment: Deployment, id: string, { product, content }: NewItem): void {
  if (content.part_number === undefined) return
  const place = { number: content.part_number, workspaceId: product.workspace_id }
  judgeFormat(deployment, { ...place, productId: product.id })
  claimPartNumber(deployment, {
    ...place,
    organizationId: product.organization_id,
    holder: { kind: 'item', id },
  })
}
