import { answers, answersOf, records, withEachRecord } from '../changes/answers.ts'
import type { RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { unknownResource } from '../../reference/service/http/access.ts'
import { Query } from '../../reference/service/http/query.ts'
import { ServiceError } from '../../reference/service/http/service-error.ts'
import { findItem } from '../../reference/service/items/find-item.ts'
import { formulaResult } from '../../reference/service/formulas/formula-result.ts'
import { addProperty, createProperties } from '../../reference/service/properties/create-property.ts'
import { deleteProperty } from '../../reference/service/properties/delete-property.ts'
import { findProperty, propertyRow } from '../../reference/service/properties/find-property.ts'
import { findPropertyAsOf, getProperty } from '../../reference/service/properties/get-property.ts'
import { listProperties } from '../../reference/service/properties/list-properties.ts'
import { ofType } from '../../reference/service/properties/of-type.ts'
import { showProperty } from '../../reference/service/properties/property.ts'
import { readType } from '../../reference/service/properties/read-type.ts'
import { defineVariants } from './variant.ts'

/** Lawful differences in properties, formulas and their lists. */
export const propertyVariants = defineVariants({
  'an-update-names-the-category-anew': {
    title: 'shows the category of a property in capitals once it was updated',
    latitude: 'how a category is written is not shown, and it may follow from the unit',
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
    title: 'types a matrix numeric, accepts it under that type, and finds it under both',
    latitude: 'a matrix property may be typed numeric or matrix',
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
    title: 'types a matrix numeric, in the links of files too, and finds it under the type matrix alone',
    latitude: 'under which filter a matrix stands that is typed numeric is not said',
    without: ['matrix-is-typed-numeric'],
    changes: [
      ...typedNumeric(),
      records((record) => (record['property_type'] === 'matrix' ? { ...record, property_type: 'numeric' } : record)),
    ],
  },
  'deletions-answer-with-a-body': {
    title: 'answers the deletion of an item or a property with 200 and its id',
    latitude: 'what a deletion answers is not shown',
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
    title: 'removes a property for good when it is deleted through the interface',
    latitude: 'the contract names the deletion of properties and no more',
    changes: [
      replace(deleteProperty, () => (deployment, question) => {
        const { id } = findProperty(deployment, question)
        deployment.store.run('DELETE FROM properties WHERE id = ?', id)
      }),
    ],
  },
  'soft-deleted-property-is-not-shown-by-id': {
    title: 'answers 404 to a soft-deleted property by id',
    latitude: 'by id is not shown',
    changes: [
      replace(findPropertyAsOf, (sound) => (deployment, question) => {
        const row = sound(deployment, question)
        if (question.version === undefined && row.deleted === 1) throw unknownResource(deployment, 'property')
        return row
      }),
    ],
  },
  'wrong-hint-finds-nothing': {
    title: 'answers 404 to a property by id with the type of another kind',
    latitude: 'what a wrong hint does is open',
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
    title: 'lists nothing for a version that does not exist',
    latitude: 'a version that does not exist may be refused or be empty',
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
    title: "gives stable ids in the draft too, where they are the property's own",
    latitude: 'extra fields are lawful',
    changes: [
      replace(showProperty, (sound) => (deployment, row) => {
        const property = sound(deployment, row)
        return { draft_item_id: property.item_id, draft_property_id: property.id, ...property }
      }),
    ],
  },
  'results-with-raised-powers': {
    title: 'writes powers in the unit of a result with raised digits',
    latitude: 'how a formula writes its unit is not shown',
    changes: [
      replace(formulaResult, (sound) => (deployment, formula) => {
        const result = sound(deployment, formula)
        return typeof result === 'string' ? result.replaceAll('^2', '²').replaceAll('^3', '³') : result
      }),
    ],
  },
  'results-come-a-little-later': {
    title: 'gives a new formula no result until a moment later',
    latitude: 'when a result is computed is not shown',
    changes: [
      replace(showProperty, (sound) => (deployment, row) => {
        const property = sound(deployment, row)
        const isFresh = row.draft_property_id === null && Date.now() - Date.parse(row.created_at) < 400
        return row.type === 'formula' && isFresh ? { ...property, value: null } : property
      }),
    ],
  },
  'refused-bulks-keep-what-came-before': {
    title: 'keeps the properties that stand before the bad one in a bulk that it refuses',
    latitude: 'whether a bulk creation makes all or nothing is not shown',
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
