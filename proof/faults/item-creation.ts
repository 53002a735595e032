import { answersOf } from '../changes/answers.ts'
import type { Answer, RuleChange } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { whenRefused } from '../changes/when-refused.ts'
import { requestsOf } from '../changes/requests.ts'
import { without } from '../changes/without.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { callerOf } from '../../reference/service/http/caller.ts'
import { addItem, createItem, createItems } from '../../reference/service/items/create-item.ts'
import { deleteItem } from '../../reference/service/items/delete-item.ts'
import type { ItemBulkCreation, ItemContent } from '../../reference/service/items/item-body.ts'
import { changeItem } from '../../reference/service/items/update-item.ts'
import { productRow } from '../../reference/service/products/find-product.ts'
import { defineFaults } from './fault.ts'

/** Faults in how items are created, one or several at once, and in how their descriptions are kept. */
export const itemCreationFaults = defineFaults({
  'items-created-in-foreign-product-in-bulk': {
    title: 'creates several items at once in a product of another organization',
    breaks: ['AUTH-22'],
    changes: [
      replace(createItems, (sound) => (deployment, body, caller) => {
        const organizationId = productRow(deployment, body.product_id)?.organization_id ?? caller.organizationId
        return sound(deployment, body, { ...caller, organizationId })
      }),
    ],
  },
  'item-of-unknown-product-goes-to-the-first': {
    title: 'creates an item in the first product if product_id is unknown',
    breaks: ['ITEM-10'],
    changes: [
      replace(createItem, (sound) => (deployment, body, caller) => {
        if (productRow(deployment, body.product_id) !== undefined) return sound(deployment, body, caller)
        const first = firstProduct(deployment, caller.organizationId) ?? body.product_id
        return sound(deployment, { ...body, product_id: first }, caller)
      }),
    ],
  },
  'deleted-product-takes-items': {
    title: 'creates items in a product that was deleted',
    breaks: ['ITEM-10'],
    changes: [
      answersOf({ routes: ['DELETE /products/:product_id'] }, (answer, deployment) => {
        remember(deployment, `deleted product ${idIn(answer)}`, callerOf(answer.request).organizationId)
        return answer
      }),
      replace(createItem, (sound) => (deployment, body, caller) => {
        const owner = recall<string>(deployment, `deleted product ${body.product_id.toLowerCase()}`)?.value
        const otherId = firstProduct(deployment, caller.organizationId)
        if (owner !== caller.organizationId || otherId === undefined) return sound(deployment, body, caller)
        const item = sound(deployment, { ...body, product_id: otherId }, caller)
        deleteItem(deployment, { id: item.id, caller })
        return { ...item, product_id: body.product_id }
      }),
    ],
  },
  'item-created-from-nothing': {
    title: 'creates an item from an empty body',
    breaks: ['ITEM-11'],
    changes: [
      requestsOf(['POST /items'], (sent, deployment) => {
        const isEmpty = typeof sent.body === 'object' && sent.body !== null && Object.keys(sent.body).length === 0
        if (!isEmpty) return sent
        const productId = firstProduct(deployment, callerOf(sent.request).organizationId)
        return { ...sent, body: { product_id: productId, name: 'Untitled' } }
      }),
    ],
  },
  'item-creation-answers-200': {
    title: 'answers the creation of an item with 200',
    breaks: ['ITEM-03'],
    changes: [answersOf({ routes: ['POST /items'] }, (answer) => ({ ...answer, status: 200 }))],
  },
  'item-creation-forgets-the-part-number': {
    title: 'creates an item without the part number that was sent',
    breaks: ['ITEM-04'],
    changes: [created((content) => without(content, 'part_number'))],
  },
  'item-creation-forgets-the-description': {
    title: 'creates an item without the description that was sent',
    breaks: ['ITEM-04'],
    changes: [created((content) => without(content, 'description'))],
  },
  'item-creation-takes-one-option-only': {
    title: 'drops the description of a new item with a part number',
    breaks: ['ITEM-04'],
    changes: [created((content) => (content.part_number === undefined ? content : without(content, 'description')))],
  },
  'bulk-creates-the-first-item-only': {
    title: 'creates only the first of several items',
    breaks: ['BULK-01'],
    changes: [inBulk((entries) => entries.slice(0, 1))],
  },
  'bulk-names-all-items-alike': {
    title: 'gives all items of one request the name of the first',
    breaks: ['BULK-01'],
    changes: [inBulk((entries) => entries.map((entry) => ({ ...entry, name: entries[0]?.name ?? entry.name })))],
  },
  'bulk-describes-all-items-alike': {
    title: 'gives all items of one request the description of the first',
    breaks: ['BULK-01'],
    changes: [
      inBulk((entries) => {
        const description = entries[0]?.description
        return description === undefined ? entries : entries.map((entry) => ({ ...entry, description }))
      }),
    ],
  },
  'items-of-a-bulk-have-a-number-or-a-description': {
    title: 'drops the descriptions of items with a part number in a bulk creation',
    breaks: ['BULK-01'],
    changes: [
      inBulk((entries) =>
        entries.map((entry) => (entry.part_number === undefined ? entry : without(entry, 'description'))),
      ),
    ],
  },
  'refused-bulk-of-items-retires-its-numbers': {
    title: 'rejects a bulk creation of items but retires its part numbers',
    breaks: ['ERR-20'],
    changes: [
      whenRefused(createItems, (_, deployment, body) => {
        retireNumbers(deployment, body)
      }),
    ],
  },
  'bulk-loses-every-fiftieth-item': {
    title: 'loses every fiftieth item of a large bulk creation',
    breaks: ['BULK-01'],
    changes: [inBulk((entries) => entries.filter((_, index) => index % 50 !== 49))],
  },
  'long-item-description-is-cut': {
    title: 'truncates item descriptions to 255 characters',
    breaks: ['ITEM-12'],
    changes: described((description) => description.slice(0, 255)),
  },
  'item-description-of-zero-passes-for-none': {
    title: 'treats the item description `0` as empty',
    breaks: ['ITEM-12'],
    changes: described((description) => (description === '0' ? '' : description)),
  },
  'no-break-spaces-of-items-become-spaces': {
    title: 'replaces no-break spaces in the description of a new item by spaces',
    breaks: ['ITEM-12'],
    changes: [
      replace(addItem, (sound) => (deployment, item) => {
        const { description } = item.content
        if (description === undefined) return sound(deployment, item)
        const content = { ...item.content, description: description.replaceAll('\u00A0', ' ') }
        return sound(deployment, { ...item, content })
      }),
    ],
  },
})

function created(change: (content: ItemContent) => ItemContent): RuleChange {
  return replace(
    addItem,
    (sound) => (deployment, item) => sound(deployment, { ...item, content: change(item.content) }),
  )
}

function inBulk(change: (entries: readonly ItemContent[]) => readonly ItemContent[]): RuleChange {
  return replace(
    createItems,
    (sound) => (deployment, body, caller) => sound(deployment, { ...body, items: change(body.items) }, caller),
  )
}

/** Retires the numbers of items that were not made. */
function retireNumbers({ store }: Deployment, { product_id: productId, items }: ItemBulkCreation): void {
  for (const { part_number: number } of items)
    store.run(
      `INSERT OR IGNORE INTO part_numbers (organization_id, workspace_id, number, state)
       SELECT workspaces.organization_id, workspaces.id, ?, 'retired' FROM products
       JOIN workspaces ON workspaces.id = products.workspace_id WHERE products.id = ? AND ? IS NOT NULL`,
      number ?? null,
      productId,
      number ?? null,
    )
}

function idIn({ request }: Answer): string {
  return request.url.split(/[/?]/u)[4]?.toLowerCase() ?? ''
}

/** Another description than was sent is kept of an item, new or updated. */
function described(change: (description: string) => string): readonly RuleChange[] {
  const changed = <Sent extends { readonly description?: string }>(sent: Sent): Sent =>
    sent.description === undefined ? sent : { ...sent, description: change(sent.description) }
  return [
    created(changed),
    replace(changeItem, (sound) => (deployment, before, body) => sound(deployment, before, changed(body))),
  ]
}

function firstProduct({ store }: Deployment, organizationId: string): string | undefined {
  return store.get<{ id: string }>(
    `SELECT products.id FROM products JOIN workspaces ON workspaces.id = products.workspace_id
     WHERE workspaces.organization_id = ? ORDER BY products.sequence LIMIT 1`,
    organizationId,
  )?.id
}
