import { type Disfigurement, disfigure } from '../../faults/disfigure.ts'
import type { FaultSwitch } from '../../faults/fault-switch.ts'
import type { Property } from './property.ts'

/** A property that is read: by id or in a list, of the draft or of a version. */
export interface ShownProperty {
  readonly resource: Property
  readonly byId: boolean
  readonly published: boolean
}

type Way = Disfigurement<ShownProperty>

const isOfType =
  (type: Property['type']) =>
  ({ resource }: ShownProperty): boolean =>
    resource.type === type

const isPublished =
  (type: Property['type']) =>
  ({ resource, published }: ShownProperty): boolean =>
    published && resource.type === type

const shape: readonly Way[] = [
  {
    id: 'deleted-property-has-a-bare-id',
    when: ({ resource }) => resource.deleted,
    change: ({ resource }) => ({ id: resource.id.replaceAll('-', '') }),
  },
  {
    id: 'deleted-property-has-another-type',
    when: ({ resource }) => resource.deleted,
    change: () => ({ type: 'deleted' }),
  },
  {
    id: 'included-deleted-not-marked',
    when: ({ resource, byId }) => resource.deleted && !byId,
    change: () => ({ deleted: false }),
  },
  {
    id: 'listed-date-without-value',
    when: ({ resource, byId }) => resource.type === 'date' && !byId,
    change: () => ({ value: undefined }),
  },
  {
    id: 'large-number-as-a-text',
    when: ({ resource }) => typeof resource.value === 'number' && Math.abs(resource.value) > Number.MAX_SAFE_INTEGER,
    change: ({ resource }) => ({ value: String(resource.value) }),
  },
  {
    id: 'listed-zero-passes-for-none',
    when: ({ resource, byId }) => resource.value === 0 && !byId,
    change: () => ({ value: null }),
  },
  {
    id: 'listed-property-without-references',
    when: ({ resource, byId, published }) => resource.references.length > 0 && !byId && !published,
    change: () => ({ references: [] }),
  },
  { id: 'formula-without-readable-id', when: isOfType('formula'), change: () => ({ readable_id: undefined }) },
  { id: 'date-without-item-id', when: isOfType('date'), change: () => ({ item_id: undefined }) },
  {
    id: 'item-id-is-that-of-the-property',
    when: ({ published }) => !published,
    change: ({ resource }) => ({ item_id: resource.id }),
  },
  {
    id: 'deleted-as-a-number',
    when: () => true,
    change: ({ resource }) => ({ deleted: resource.deleted ? 1 : 0 }),
  },
  {
    id: 'no-references-are-null',
    when: ({ resource }) => resource.references.length === 0,
    change: () => ({ references: null }),
  },
  {
    id: 'page-of-reference-as-text',
    when: ({ resource }) => resource.references.length > 0,
    change: ({ resource }) => ({
      references: resource.references.map(({ file_link_id, page }) => ({ file_link_id, page: String(page) })),
    }),
  },
  {
    id: 'item-document-id-as-number',
    when: ({ resource }) => resource.references.length > 0,
    change: ({ resource }) => ({
      references: resource.references.map(({ file_link_id, page }) => ({ file_link_id, page, item_document_id: 0 })),
    }),
  },
  {
    id: 'property-created-at-in-seconds',
    when: () => true,
    change: ({ resource }) => ({ createdAt: Math.floor(Date.parse(resource.createdAt) / 1000) }),
  },
  {
    id: 'author-of-property-as-an-id',
    when: () => true,
    change: ({ resource }) => ({ updatedBy: resource.updatedBy.id }),
  },
]

const values: readonly Way[] = [
  {
    id: 'negative-number-as-text',
    when: ({ resource: { value } }) => typeof value === 'number' && value < 0,
    change: ({ resource }) => ({ value: String(resource.value) }),
  },
  {
    id: 'published-number-as-text',
    when: isPublished('numeric'),
    change: ({ resource }) => ({ value: String(resource.value) }),
  },
  {
    id: 'published-matrix-as-array',
    when: isPublished('matrix'),
    change: ({ resource }) => ({ value: parsed(resource.value) }),
  },
  { id: 'matrix-without-unit', when: isOfType('matrix'), change: () => ({ display_unit: undefined }) },
  { id: 'published-number-without-category', when: isPublished('numeric'), change: () => ({ category: undefined }) },
  { id: 'formula-with-a-category', when: isOfType('formula'), change: () => ({ category: 'Computed' }) },
  {
    id: 'formula-with-its-unit-apart',
    when: hasUnit,
    change: ({ resource }) => ({ value: number(resource.value), display_unit: unit(resource.value) }),
  },
  {
    id: 'formula-without-its-unit',
    when: hasUnit,
    change: ({ resource }) => ({ value: number(resource.value) }),
  },
  { id: 'formula-without-expression', when: isOfType('formula'), change: () => ({ expression: undefined }) },
  {
    id: 'formula-refers-by-number',
    when: ({ resource }) => resource.expression?.includes('@{') === true,
    change: ({ resource }) => ({ expression: resource.expression?.replaceAll(/@\{[^}]*\}/gu, '@{1}') }),
  },
  {
    id: 'published-text-in-lines',
    when: isPublished('text'),
    change: ({ resource }) => ({ value: String(resource.value).split('\n') }),
  },
  {
    id: 'text-of-digits-as-number',
    when: ({ resource: { type, value } }) => type === 'text' && /^-?\d+(?:\.\d+)?$/u.test(String(value)),
    change: ({ resource }) => ({ value: Number(resource.value) }),
  },
  {
    id: 'published-date-with-time',
    when: isPublished('date'),
    change: ({ resource }) => ({ value: `${String(resource.value)}T00:00:00Z` }),
  },
  {
    id: 'published-status-in-lower-case',
    when: isPublished('status'),
    change: ({ resource }) => ({ value: String(resource.value).toLowerCase() }),
  },
]

const hasManyDigits = (value: unknown): boolean => typeof value === 'number' && value !== Number(value.toFixed(2))

const places: readonly Way[] = [
  {
    id: 'list-leaves-references-out',
    when: ({ resource, byId, published }) => !byId && !published && resource.references.length > 0,
    change: () => ({ references: [] }),
  },
  {
    id: 'list-rounds-numbers',
    when: ({ resource, byId, published }) => !byId && !published && hasManyDigits(resource.value),
    change: ({ resource }) => ({ value: Number(Number(resource.value).toFixed(2)) }),
  },
  {
    id: 'property-by-id-has-other-readable-id',
    when: ({ byId, published }) => byId && !published,
    change: ({ resource }) => ({ readable_id: resource.readable_id.toUpperCase() }),
  },
  {
    id: 'published-by-id-has-other-readable-id',
    when: ({ byId, published }) => byId && published,
    change: ({ resource }) => ({ readable_id: resource.readable_id.toUpperCase() }),
  },
  {
    id: 'published-by-id-without-draft-property-id',
    when: ({ byId, published }) => byId && published,
    change: () => ({ draft_property_id: undefined }),
  },
  {
    id: 'versioned-list-without-draft-item-id',
    when: ({ byId, published }) => !byId && published,
    change: () => ({ draft_item_id: undefined }),
  },
  {
    id: 'published-property-is-its-own-draft',
    when: ({ published }) => published,
    change: ({ resource }) => ({ draft_property_id: resource.id }),
  },
  {
    id: 'published-item-is-its-own-draft',
    when: ({ published }) => published,
    change: ({ resource }) => ({ draft_item_id: resource.item_id }),
  },
]

const ways = [...shape, ...values, ...places]

/** A property that is read, or what a fault makes of it. */
export function disfigureProperty(faults: FaultSwitch, shown: ShownProperty): object {
  return disfigure(faults, shown, ways)
}

function hasUnit({ resource }: ShownProperty): boolean {
  return resource.type === 'formula' && typeof resource.value === 'string'
}

function number(value: unknown): number {
  return Number.parseFloat(String(value))
}

function unit(value: unknown): string {
  return String(value).replace(/^\S+ /u, '')
}

function parsed(value: unknown): unknown {
  return typeof value === 'string' ? JSON.parse(value) : value
}
