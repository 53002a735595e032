import { BodyRule } from '../http/body.ts'

/** What a new item is to be. */
export interface ItemContent {
  readonly name: string
  readonly readable_id?: string
  readonly description?: string
  readonly part_number?: string
}

/** An item to be created in a product. */
export interface ItemCreation extends ItemContent {
  readonly product_id: string
}

/** Several items to be created in one product, all of them or none. */
export interface ItemBulkCreation {
  readonly product_id: string
  readonly items: readonly ItemContent[]
}

/** Changes to an item: what is not given stays. */
export interface ItemUpdate {
  readonly name?: string
  readonly description?: string
  readonly part_number?: string | null
}

const text = { type: 'string' } as const
const filledText = { type: 'string', minLength: 1 } as const

const content = {
  name: filledText,
  readable_id: { type: 'string', minLength: 1, pattern: '^[a-z0-9_]+$' },
  description: text,
  part_number: filledText,
} as const

export const itemCreation = new BodyRule<ItemCreation>({
  type: 'object',
  properties: { product_id: text, ...content },
  required: ['product_id', 'name'],
})

export const itemBulkCreation = new BodyRule<ItemBulkCreation>({
  type: 'object',
  properties: {
    product_id: text,
    items: {
      type: 'array',
      minItems: 1,
      maxItems: 200,
      items: { type: 'object', properties: content, required: ['name'] },
    },
  },
  required: ['product_id', 'items'],
})

export const itemUpdate = new BodyRule<ItemUpdate>({
  type: 'object',
  properties: { name: filledText, description: text, part_number: { type: ['string', 'null'], minLength: 1 } },
})
