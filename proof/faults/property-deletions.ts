import { replace } from '../changes/replace.ts'
import { unknownResource } from '../../reference/service/http/access.ts'
import { broken } from '../../reference/service/http/service-error.ts'
import { deleteProperty } from '../../reference/service/properties/delete-property.ts'
import { findProperty, propertyRow } from '../../reference/service/properties/find-property.ts'
import { defineFaults } from './fault.ts'

/** Faults in how properties are deleted. */
export const propertyDeletionFaults = defineFaults({
  'foreign-property-deletion-passes-for-unknown': {
    title: 'answers 404 instead of 403 to deleting a property of another organization',
    breaks: ['AUTH-16'],
    changes: [
      replace(deleteProperty, (sound) => (deployment, question) => {
        const row = propertyRow(deployment, question.id)
        const isForeign = row !== undefined && row.organization_id !== question.caller.organizationId
        if (isForeign) throw unknownResource(deployment, 'property')
        sound(deployment, question)
      }),
    ],
  },
  'second-property-deletion-breaks-the-service': {
    title: 'answers 500 to the deletion of a property that is deleted already',
    breaks: ['ERR-15'],
    changes: [
      replace(deleteProperty, (sound) => (deployment, question) => {
        if (findProperty(deployment, question).deleted === 1) throw broken()
        sound(deployment, question)
      }),
    ],
  },
  'property-deletion-takes-its-neighbours-along': {
    title: 'deletes the other properties of the item with one of them',
    breaks: ['PROP-34'],
    changes: [
      replace(deleteProperty, (sound) => (deployment, question) => {
        const { item_id: itemId } = findProperty(deployment, question)
        sound(deployment, question)
        deployment.store.run('UPDATE properties SET deleted = 1 WHERE item_id = ?', itemId)
      }),
    ],
  },
  'property-deletion-does-nothing': {
    title: 'answers 204 to deleting a property and keeps it',
    breaks: ['PROP-34'],
    changes: [
      replace(deleteProperty, () => (deployment, question) => {
        findProperty(deployment, question)
      }),
    ],
  },
})
