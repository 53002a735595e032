import { randomUUID } from 'node:crypto'
import type { Deployment } from '../deployment.ts'
import { type Caller, callerOf } from '../http/caller.ts'
import { claimPartNumber } from '../part-numbers/claim-part-number.ts'
import { judgeFormat } from '../part-numbers/judge-format.ts'
import { findProduct } from '../products/find-product.ts'
import type { ProductRow } from '../products/product.ts'
import { rule } from '../rule.ts'
import { findItem } from './find-item.ts'
import { generateReadableId } from './generate-readable-id.ts'
import { type Item, showItem } from './item.ts'
import { type ItemBulkCreation, type ItemContent, type ItemCreation, itemBulkCreation } from './item-body.ts'
import type { FastifyRequest } from 'fastify'
import type { List } from '../http/page.ts'

/** An item that is to be in a product. */
export interface NewItem {
  readonly product: ProductRow
  readonly content: ItemContent
  readonly caller: Caller
}

/** Creates an item in a product that the caller reaches; a rejection leaves nothing behind. */
export const createItem = rule((deployment: Deployment, body: ItemCreation, caller: Caller): Item => {
  const product = findProduct(deployment, { id: body.product_id, caller })
  return deployment.store.transaction(() => addItem(deployment, { product, content: body, caller }))
})

/** Creates several items of one product: all of them, or none if one is rejected. */
export const createItems = rule((deployment: Deployment, body: ItemBulkCreation, caller: Caller): readonly Item[] => {
  const product = findProduct(deployment, { id: body.product_id, caller })
  return deployment.store.transaction(() =>
    body.items.map((content) => addItem(deployment, { product, content, caller })),
  )
})

/** Stores an item with its part number. */
export const addItem = rule((deployment: Deployment, item: NewItem): Item => {
  const id = randomUUID()
  insert(deployment, id, item)
  givePartNumber(deployment, id, item)
  return showItem(deployment, findItem(deployment, { id, caller: item.caller }))
})

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
  claimPartNumber(deployment, { ...place, organizationId: product.organization_id, holder: { kind: 'item', id } })
}

/** Answers a bulk creation with what was created, as a list. */
export const createItemsInBulk = rule((deployment: Deployment, request: FastifyRequest): List<Item> => {
  const items = createItems(deployment, itemBulkCreation.read(request), callerOf(request))
  return { items, count: items.length }
})
