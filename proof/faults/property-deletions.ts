import { replace } from '../changes/replace.ts'
import { unknownResource } from '../../reference/service/http/access.ts'
import { broken } from '../../reference/service/http/service-error.ts'
import { deleteProperty } from '../../reference/service/properties/delete-property.ts'
import { findProperty, propertyRow } from '../../reference/service/properties/find-property.ts'
import { defineFaults } from './fault.ts'

/** Faults in how properties are deleted. */
export const propertyDeletionFaults = defineFaults({
  'foreign-property-deletion-passes-for-unknown': {
    title: 'returns 404 instead of 403 for deleting a property of another organization',
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
    title: 'returns 500 for deleting a property a second time',
    breaks: ['ERR-15'],
    changes: [
      replace(deleteProperty, (sound) => (deployment, question) => {
        if (findProperty(deployment, question).deleted === 1) throw broken()
        sound(deployment, question)
      }),
    ],
  },
  'property-deletion-takes-its-neighbours-along': {
    title: "deletes a property and also the item's other properties",
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
    title: 'returns 204 for deleting a property but keeps it',
    breaks: ['PROP-34'],
    changes: [
      replace(deleteProperty, () => (deployment, question) => {
        findProperty(deployment, question)
      }),
    ],
  },
})
