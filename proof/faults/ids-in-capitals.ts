import { replace } from '../changes/replace.ts'
import { itemRow } from '../../reference/service/items/find-item.ts'
import { readItem } from '../../reference/service/items/routes.ts'
import { createProperty } from '../../reference/service/properties/create-property.ts'
import { asOwner, askedAsOwner, idIn, ofOrganization } from './as-owner.ts'
import { defineFaults } from './fault.ts'

/** Faults in who reaches what if an id is written in upper case, which databases find and comparisons of texts do not. */
export const idInCapitalsFaults = defineFaults({
  'foreign-item-shown-by-an-id-in-capitals': {
    title: 'shows an item of another organization if its id is written in upper case',
    breaks: ['AUTH-13'],
    changes: [
      replace(readItem, (sound) => (deployment, question) => {
        const isWritten = question.id !== question.id.toLowerCase()
        const row = isWritten ? itemRow(deployment, question.id) : undefined
        return sound(deployment, row === undefined ? question : asOwner(question, row))
      }),
    ],
  },
  'foreign-item-deleted-by-an-id-in-capitals': {
    title: 'deletes an item of another organization whose id is written in upper case',
    breaks: ['AUTH-14'],
    changes: [
      askedAsOwner('DELETE', (deployment, request) => {
        const id = idIn(request, 'item_id')
        return id === id.toLowerCase() ? undefined : itemRow(deployment, id)?.organization_id
      }),
    ],
  },
  'foreign-target-in-capitals-takes-a-file': {
    title: 'accepts an upload to an item of another organization whose id is written in upper case',
    breaks: ['UP-17'],
    changes: [
      askedAsOwner('POST', (deployment, request) => {
        const id = idIn(request, 'id')
        return id === id.toLowerCase() ? undefined : itemRow(deployment, id)?.organization_id
      }),
    ],
  },
  'property-created-on-a-foreign-item-in-capitals': {
    title: 'creates a property on an item of another organization whose id is written in upper case',
    breaks: ['AUTH-22'],
    changes: [
      replace(createProperty, (sound) => (deployment, body, caller) => {
        const id = body.item_id
        const row = id === id.toLowerCase() ? undefined : itemRow(deployment, id)
        return sound(deployment, body, row === undefined ? caller : ofOrganization(caller, row.organization_id))
      }),
    ],
  },
})
