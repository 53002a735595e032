import { BodyRule } from '../http/body.ts'
import { type PropertyType, propertyTypes } from './property-type.ts'

/** A source document of a property. */
export interface SourceReference {
  readonly file_link_id: string
  readonly page: number
  readonly item_document_id?: string | null
}

/** What may be written on a property of any type; `judgeContent` knows what each type accepts. */
export interface PropertyFields {
  readonly name?: string
  readonly value?: unknown
  readonly category?: string
  readonly display_unit?: string
  readonly expression?: string
  readonly description?: string
  readonly references?: readonly SourceReference[]
}

/** What a new property is to be. */
export interface PropertyContent extends PropertyFields {
  readonly type: PropertyType
  readonly name: string
  readonly readable_id?: string
}

/** A property to be created on an item. */
export interface PropertyCreation extends PropertyContent {
  readonly item_id: string
}

/** Several properties to be created on one item, all of them or none. */
export interface PropertyBulkCreation {
  readonly item_id: string
  readonly properties: readonly PropertyContent[]
}

/** Changes to a property, whose type stays: what is not given stays. */
export interface PropertyUpdate extends PropertyFields {
  readonly type?: PropertyType
  readonly reason?: string
}

const text = { type: 'string' } as const
const filledText = { type: 'string', minLength: 1 } as const

const fields = {
  type: { enum: propertyTypes },
  name: filledText,
  category: filledText,
  display_unit: filledText,
  expression: { type: 'string', minLength: 1, maxLength: 1000 },
  description: text,
  references: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        file_link_id: text,
        page: { type: 'integer', minimum: 1, maximum: 1_000_000 },
        item_document_id: { type: ['string', 'null'] },
      },
      required: ['file_link_id', 'page'],
    },
  },
} as const

const content = {
  properties: { ...fields, readable_id: { type: 'string', minLength: 1, pattern: '^[a-z0-9_]+$' } },
  required: ['type', 'name'],
} as const

export const propertyCreation = new BodyRule<PropertyCreation>({
  type: 'object',
  properties: { ...content.properties, item_id: text },
  required: ['item_id', ...content.required],
})

export const propertyBulkCreation = new BodyRule<PropertyBulkCreation>({
  type: 'object',
  properties: {
    item_id: text,
    properties: { type: 'array', minItems: 1, maxItems: 200, items: { type: 'object', ...content } },
  },
  required: ['item_id', 'properties'],
})

export const propertyUpdate = new BodyRule<PropertyUpdate>({ type: 'object', properties: { ...fields, reason: text } })
