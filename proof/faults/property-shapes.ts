import { isRecord, type JsonRecord } from '../changes/answers.ts'
import { defineFaults } from './fault.ts'
import { byId, isOfType, isPublished, listed, read } from './shown-properties.ts'

/** Faults in how properties are shown, by id and in lists. */
export const propertyShapeFaults = defineFaults({
  'deleted-property-by-id-is-not-marked': {
    title: 'returns a soft-deleted property by id with deleted false',
    breaks: ['PROP-39'],
    changes: [
      byId(
        (property) => property['deleted'] === true,
        () => ({ deleted: false }),
      ),
    ],
  },
  'deleted-property-has-a-bare-id': {
    title: 'returns the id of a soft-deleted property without dashes',
    breaks: ['PROP-01', 'GEN-02'],
    changes: [read(isDeleted, ({ id }) => ({ id: String(id).replaceAll('-', '') }))],
  },
  'deleted-property-has-another-type': {
    title: 'returns deleted as the type of a soft-deleted property',
    breaks: ['PROP-03'],
    changes: [read(isDeleted, () => ({ type: 'deleted' }))],
  },
  'included-deleted-not-marked': {
    title: 'lists soft-deleted properties with deleted false',
    breaks: ['PROP-24'],
    changes: [listed(isDeleted, () => ({ deleted: false }))],
  },
  'pages-of-references-are-text-in-lists-of-drafts': {
    title: 'returns pages of references as strings in the list of draft properties',
    breaks: ['PROP-07'],
    changes: [
      listed(
        (property) => referencesOf(property).length > 0 && !isPublished(property),
        (property) => ({
          references: referencesOf(property).map((one) => ({ ...one, page: `${Number(one['page'])}` })),
        }),
      ),
    ],
  },
  'listed-property-without-references': {
    title: 'lists properties without their references',
    breaks: ['PROP-26'],
    changes: [
      listed(
        (property) => referencesOf(property).length > 0 && !isPublished(property),
        () => ({ references: [] }),
      ),
    ],
  },
  'formula-without-readable-id': {
    title: 'omits readable_id from formulas',
    breaks: ['PROP-02'],
    changes: [read(isOfType('formula'), () => ({ readable_id: undefined }))],
  },
  'date-without-item-id': {
    title: 'omits item_id from dates',
    breaks: ['PROP-04'],
    changes: [read(isOfType('date'), () => ({ item_id: undefined }))],
  },
  'item-id-is-that-of-the-property': {
    title: "returns a property's own id as item_id",
    breaks: ['PROP-04'],
    changes: [
      read(
        (property) => !isPublished(property),
        ({ id }) => ({ item_id: id }),
      ),
    ],
  },
  'no-references-are-null': {
    title: 'returns null instead of an empty list of references',
    breaks: ['PROP-06'],
    changes: [
      read(
        (property) => referencesOf(property).length === 0,
        () => ({ references: null }),
      ),
    ],
  },
  'item-document-id-as-number': {
    title: 'returns item_document_id as a number',
    breaks: ['PROP-08'],
    changes: [
      read(isAny, (property) => ({
        references: referencesOf(property).map((reference) => ({ ...reference, item_document_id: 0 })),
      })),
    ],
  },
  'property-by-id-has-other-readable-id': {
    title: 'returns the readable_id of a property in upper case when it is read by id',
    breaks: ['PROP-26'],
    changes: [
      byId(
        (property) => !isPublished(property),
        ({ readable_id: readableId }) => ({ readable_id: String(readableId).toUpperCase() }),
      ),
    ],
  },
  'published-by-id-has-other-readable-id': {
    title: 'returns the readable_id of a published property in upper case when it is read by id',
    breaks: ['VER-13'],
    changes: [byId(isPublished, ({ readable_id: readableId }) => ({ readable_id: String(readableId).toUpperCase() }))],
  },
  'published-by-id-without-draft-property-id': {
    title: 'omits draft_property_id when a published property is read by id',
    breaks: ['VER-09'],
    changes: [byId(isPublished, () => ({ draft_property_id: undefined }))],
  },
  'versioned-list-without-draft-item-id': {
    title: 'omits draft_item_id from versioned lists',
    breaks: ['VER-10'],
    changes: [listed(isPublished, () => ({ draft_item_id: undefined }))],
  },
  'published-property-is-its-own-draft': {
    title: "returns a published property's own id as draft_property_id",
    breaks: ['VER-09', 'VER-11'],
    changes: [read(isPublished, ({ id }) => ({ draft_property_id: id }))],
  },
  'published-item-is-its-own-draft': {
    title: "returns a published item's own id as draft_item_id",
    breaks: ['VER-10', 'VER-11'],
    changes: [read(isPublished, ({ item_id: itemId }) => ({ draft_item_id: itemId }))],
  },
})

function isAny(): boolean {
  return true
}

function isDeleted({ deleted }: JsonRecord): boolean {
  return deleted === true
}

function referencesOf({ references }: JsonRecord): readonly JsonRecord[] {
  return Array.isArray(references) ? references.filter((reference) => isRecord(reference)) : []
}
