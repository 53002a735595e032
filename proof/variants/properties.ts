import { answers, answersOf, records, withEachRecord } from '../changes/answers.ts'
import type { RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { unknownResource } from '../../reference/service/http/access.ts'
import { Query } from '../../reference/service/http/query.ts'
import { ServiceError } from '../../reference/service/http/service-error.ts'
import { findItem } from '../../reference/service/items/find-item.ts'
import { addProperty, createProperties } from '../../reference/service/properties/create-property.ts'
import { deleteProperty } from '../../reference/service/properties/delete-property.ts'
import { findProperty, propertyRow } from '../../reference/service/properties/find-property.ts'
import { findPropertyAsOf, getProperty } from '../../reference/service/properties/get-property.ts'
import { listProperties, ofType } from '../../reference/service/properties/list-properties.ts'
import { showProperty } from '../../reference/service/properties/property.ts'
import { readType } from '../../reference/service/properties/read-type.ts'
import { defineVariants } from './variant.ts'

/** Lawful differences in properties, formulas and their lists. */
export const propertyVariants = defineVariants({
  'an-update-names-the-category-anew': {
    title: 'returns the category of a property in upper case after an update',
    latitude: 'the contract does not say how a category is written, and the unit may determine it',
    touches: ['PROP-33', 'PROP-12'],
    changes: [
      answers((answer) =>
        withEachRecord(answer, (record) => {
          const { category, createdAt, updatedAt } = record
          const isUpdated = typeof category === 'string' && createdAt !== updatedAt
          return isUpdated ? { ...record, category: category.toUpperCase() } : record
        }),
      ),
    ],
  },
  'matrix-is-typed-numeric': {
    title: 'returns numeric as the type of a matrix, and accepts both types',
    latitude: 'a matrix property may be typed numeric or matrix',
    touches: ['PROP-11', 'PROP-20', 'UP-04'],
    changes: [
      ...typedNumeric(),
      replace(
        ofType,
        (sound) => (deployment, type, table) =>
          type === 'numeric' ? [{ sql: `${table}.type IN ('numeric', 'matrix')` }] : sound(deployment, type, table),
      ),
    ],
  },
  'matrix-is-typed-numeric-and-found-as-matrix': {
    title: 'returns numeric as the type of a matrix, also in links of files, and finds it only as matrix',
    latitude: 'the contract does not say which filter finds a matrix with the type numeric',
    touches: ['PROP-20', 'PROP-28', 'UP-04'],
    changes: [
      ...typedNumeric(),
      records((record) => (record['property_type'] === 'matrix' ? { ...record, property_type: 'numeric' } : record)),
    ],
  },
  'deletions-answer-with-a-body': {
    title: 'answers the deletion of an item or a property with 200 and its id',
    latitude: 'the contract does not define the answer to a deletion',
    touches: ['ITEM-07', 'PROP-34'],
    changes: [
      answersOf({ routes: ['DELETE /items/:item_id', 'DELETE /properties/:property_id'] }, (answer) => ({
        ...answer,
        status: 200,
        headers: { ...answer.headers, 'content-type': 'application/json; charset=utf-8' },
        json: { id: answer.request.url.split(/[/?]/u)[4] },
      })),
    ],
  },
  'deleted-property-is-gone': {
    title: 'deletes a property permanently when the interface deletes it',
    latitude: 'the contract does not define how the interface deletes properties',
    touches: ['PROP-34', 'PROP-24'],
    changes: [
      replace(deleteProperty, () => (deployment, question) => {
        const { id } = findProperty(deployment, question)
        deployment.store.run('DELETE FROM properties WHERE id = ?', id)
      }),
    ],
  },
  'soft-deleted-property-is-not-shown-by-id': {
    title: 'returns 404 for a soft-deleted property by id',
    latitude: 'the contract does not define the read by id',
    touches: ['PROP-39'],
    changes: [
      replace(findPropertyAsOf, (sound) => (deployment, question) => {
        const row = sound(deployment, question)
        if (question.version === undefined && row.deleted === 1) throw unknownResource(deployment, 'property')
        return row
      }),
    ],
  },
  'wrong-hint-finds-nothing': {
    title: 'returns 404 for a read of a property by id with a wrong type',
    latitude: 'the contract leaves open what a wrong hint does',
    touches: ['PROP-37'],
    changes: [
      replace(getProperty, (sound) => (deployment, request, id) => {
        const hint = readType(deployment, new Query(request))
        const property = sound(deployment, request, id)
        const isWrong = hint !== undefined && propertyRow(deployment, id)?.type !== hint
        if (isWrong && new Query(request).text('version') === undefined) throw unknownResource(deployment, 'property')
        return property
      }),
    ],
  },
  'unknown-version-is-empty': {
    title: 'returns an empty list for an unknown version',
    latitude: 'an unknown version may be rejected or be empty',
    touches: ['VER-06'],
    changes: [
      replace(listProperties, (sound) => (deployment, request) => {
        try {
          return sound(deployment, request)
        } catch (error) {
          if (error instanceof ServiceError && error.code === 'version_not_found') return { items: [], count: 0 }
          throw error
        }
      }),
    ],
  },
  'draft-carries-stable-ids': {
    title: "returns a property's own id as its stable id in the draft",
    latitude: 'extra fields are lawful',
    touches: ['VER-16', 'VER-09'],
    changes: [
      replace(showProperty, (sound) => (deployment, row) => {
        const property = sound(deployment, row)
        return { draft_item_id: property.item_id, draft_property_id: property.id, ...property }
      }),
    ],
  },
  'results-come-a-little-later': {
    title: 'returns no result for a new formula until a moment later',
    latitude: 'the contract does not say when a result is computed',
    touches: ['PROP-14', 'GEN-06', 'PROP-30'],
    changes: [
      replace(showProperty, (sound) => (deployment, row) => {
        const property = sound(deployment, row)
        const isFresh = row.draft_property_id === null && Date.now() - Date.parse(row.created_at) < 400
        return row.type === 'formula' && isFresh ? { ...property, value: null } : property
      }),
    ],
  },
  'refused-bulks-keep-what-came-before': {
    title: 'rejects a bulk creation but keeps the properties before the bad entry',
    latitude: 'the contract does not say whether a bulk creation makes all or nothing',
    touches: ['BULK-04', 'ERR-20'],
    changes: [
      replace(createProperties, () => (deployment, { item_id: itemId, properties }, caller) => {
        const item = findItem(deployment, { id: itemId, caller })
        return properties.map((content, index) =>
          deployment.store.transaction(() =>
            addProperty(deployment, { item, content, caller, at: ['body', 'properties', index] }),
          ),
        )
      }),
    ],
  },
})

/** Accepts a matrix under the type numeric, and shows it so. */
function typedNumeric(): readonly RuleChange[] {
  return [
    replace(addProperty, (sound) => (deployment, property) => {
      const { type, value } = property.content
      const isMatrix = type === 'numeric' && typeof value === 'string'
      return sound(deployment, isMatrix ? { ...property, content: { ...property.content, type: 'matrix' } } : property)
    }),
    replace(showProperty, (sound) => (deployment, row) => {
      const property = sound(deployment, row)
      return property.type === 'matrix' ? { ...property, type: 'numeric' } : property
    }),
  ]
}
