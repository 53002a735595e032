import type { RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { unknownResource } from '../../reference/service/http/access.ts'
import { callerOf } from '../../reference/service/http/caller.ts'
import { Query } from '../../reference/service/http/query.ts'
import { validationError } from '../../reference/service/http/service-error.ts'
import { findProperty, propertyRow } from '../../reference/service/properties/find-property.ts'
import { findPropertyAsOf, getProperty } from '../../reference/service/properties/get-property.ts'
import { type PropertyRow, showProperty } from '../../reference/service/properties/property.ts'
import { isPropertyType } from '../../reference/service/properties/property-type.ts'
import { readType } from '../../reference/service/properties/read-type.ts'
import { defineFaults } from './fault.ts'

/** Faults in how a property is found by its id. */
export const propertyReadFaults = defineFaults({
  'foreign-property-shown-with-a-hint': {
    title: 'shows a property of another organization if its type is given',
    breaks: ['AUTH-15'],
    changes: [showsForeign((_, query) => query.text('type') !== undefined)],
  },
  'foreign-property-shown-as-of-a-version-with-a-hint': {
    title: 'shows a property of another organization if its type and a version are given',
    breaks: ['AUTH-15'],
    changes: [showsForeign((_, query) => query.text('type') !== undefined && query.text('version') !== undefined)],
  },
  'deleted-foreign-property-is-shown': {
    title: 'shows a property that another organization has deleted',
    breaks: ['AUTH-15'],
    changes: [showsForeign((row) => row.deleted === 1)],
  },
  'property-shown-to-its-author-only': {
    title: 'shows a property only to the key that created it',
    breaks: ['AUTH-23'],
    changes: [
      replace(findProperty, (sound) => (deployment, question) => {
        const row = sound(deployment, question)
        if (row.created_by !== question.caller.userId) throw unknownResource(deployment, 'property')
        return row
      }),
    ],
  },
  'unknown-property-with-a-hint-is-422': {
    title: 'returns 422 for an unknown property id if a type is given',
    breaks: ['ERR-09'],
    changes: [
      replace(getProperty, (sound) => (deployment, request, id) => {
        const query = new Query(request)
        const isHinted = query.text('type') !== undefined && query.text('version') === undefined
        if (!isHinted || propertyRow(deployment, id) !== undefined) return sound(deployment, request, id)
        throw validationError({ loc: ['path', 'property_id'], msg: 'is no property of this type', type: 'value_error' })
      }),
    ],
  },
  'unknown-hint-ignored': {
    title: 'ignores an unknown type in a read of a property by id',
    breaks: ['PROP-22'],
    changes: [
      replace(getProperty, (sound) => (deployment, request, id) => {
        const hint = new Query(request).text('type')
        if (hint === undefined || isPropertyType(hint)) return sound(deployment, request, id)
        return showProperty(deployment, findProperty(deployment, { id, caller: callerOf(request) }))
      }),
    ],
  },
  'status-not-found-without-hint': {
    title: 'does not find a status by id without the type',
    breaks: ['PROP-27'],
    changes: [missesDraft(({ type }, hint) => hint === undefined && type === 'status')],
  },
  'hint-in-capitals-finds-nothing': {
    title: 'does not find a property by id if the type is in upper case',
    breaks: ['PROP-28'],
    changes: [missesDraft((_, hint) => hint !== undefined && /[A-Z]/u.test(hint))],
  },
  'formula-not-found-with-hint': {
    title: 'does not find a formula by id with the right type',
    breaks: ['PROP-28'],
    changes: [missesDraft(({ type }, hint) => hint !== undefined && type === 'formula')],
  },
  'version-of-a-product-without-any-gives-the-draft': {
    title: 'returns the draft of a property for any version of a product that was never published',
    breaks: ['VER-06'],
    changes: [
      replace(findPropertyAsOf, (sound) => (deployment, question) => {
        const sql = `SELECT 1 FROM versions JOIN items USING (product_id)
                     JOIN properties ON properties.item_id = items.id WHERE properties.id = ?`
        const isPublished = deployment.store.get(sql, question.id) !== undefined
        return sound(
          deployment,
          typeof question.version === 'number' && !isPublished ? { ...question, version: undefined } : question,
        )
      }),
    ],
  },
  'reading-a-formula-moves-its-time': {
    title: 'changes updatedAt of a formula on each read',
    breaks: ['GEN-04'],
    changes: [
      replace(findPropertyAsOf, (sound) => (deployment, question) => {
        const row = sound(deployment, question)
        if (question.version !== undefined || row.type !== 'formula') return row
        // A later time also under a clock that stands still.
        const now = new Date(Math.max(Date.now(), Date.parse(row.updated_at) + 1)).toISOString()
        deployment.store.run('UPDATE properties SET updated_at = ? WHERE id = ?', now, row.id)
        return row
      }),
    ],
  },
  'version-passed-over-by-draft-id': {
    title: 'returns the draft for a read by the draft id, whichever version is given',
    breaks: ['VER-13'],
    changes: [
      replace(findPropertyAsOf, (sound) => (deployment, question) => {
        const isDraft = propertyRow(deployment, question.id) !== undefined
        return sound(deployment, isDraft ? { ...question, version: undefined } : question)
      }),
    ],
  },
  'newer-property-is-given-as-of-any-version': {
    title: 'returns a property in versions that are older than it',
    breaks: ['VER-13'],
    changes: [
      replace(findPropertyAsOf, (sound) => (deployment, question) => {
        const row = propertyRow(deployment, question.id)
        if (row?.organization_id !== question.caller.organizationId) return sound(deployment, question)
        const published = 'SELECT 1 FROM version_properties WHERE draft_property_id = ?'
        return deployment.store.get(published, row.id) === undefined ? row : sound(deployment, question)
      }),
    ],
  },
  'hint-of-a-version-finds-nothing': {
    title: 'does not find a property by id in a version if a type is given',
    breaks: ['VER-13'],
    changes: [
      replace(getProperty, (sound) => (deployment, request, id) => {
        const query = new Query(request)
        const property = sound(deployment, request, id)
        const isHinted = query.text('version') !== undefined && query.text('type') !== undefined
        if (isHinted) throw unknownResource(deployment, 'property')
        return property
      }),
    ],
  },
})

/** A foreign property is shown. */
function showsForeign(when: (row: PropertyRow, query: Query) => boolean): RuleChange {
  return replace(getProperty, (sound) => (deployment, request, id) => {
    const row = propertyRow(deployment, id)
    const isForeign = row !== undefined && row.organization_id !== callerOf(request).organizationId
    const isShown = isForeign && when(row, new Query(request))
    return isShown ? showProperty(deployment, row) : sound(deployment, request, id)
  })
}

/** A property of the draft is not found by id. */
function missesDraft(when: (row: PropertyRow, hint: string | undefined) => boolean): RuleChange {
  return replace(getProperty, (sound) => (deployment, request, id) => {
    const query = new Query(request)
    const row = query.text('version') === undefined ? propertyRow(deployment, id) : undefined
    readType(deployment, query)
    const isOwn = row !== undefined && row.organization_id === callerOf(request).organizationId
    if (isOwn && when(row, query.text('type'))) throw unknownResource(deployment, 'property')
    return sound(deployment, request, id)
  })
}
