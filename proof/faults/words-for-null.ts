import type { RequestChange } from '../changes/change.ts'
import { requestsOf, withBody } from '../changes/requests.ts'
import { defineFaults } from './fault.ts'

/** Faults that turn null into a text before it is validated. */
export const wordForNullFaults = defineFaults({
  'null-as-a-name-is-a-word': {
    title: 'stores the word None as the name of a product if null is sent',
    breaks: ['ERR-14'],
    changes: [writesNull('PATCH /products/:product_id', 'name', 'None')],
  },
  'null-as-a-title-is-a-word': {
    title: 'stores the word null as the title of a file if null is sent',
    breaks: ['ERR-14'],
    changes: [writesNull('PATCH /files/:id', 'userTitle', 'null')],
  },
  'null-as-a-description-of-a-new-item-is-a-word': {
    title: 'stores the word nil as the description of a new item if null is sent',
    breaks: ['ITEM-04'],
    changes: [writesNull('POST /items', 'description', 'nil')],
  },
  'null-as-a-description-of-a-property-is-a-word': {
    title: 'stores the word undefined as the description of a property if an update sends null',
    breaks: ['PROP-33'],
    changes: [writesNull('PATCH /properties/:property_id', 'description', 'undefined')],
  },
})

/** A route gets a word for null in a field. */
function writesNull(route: string, field: string, word: string): RequestChange {
  return requestsOf([route], (sent) =>
    withBody(sent, (body) => (body[field] === null ? { ...body, [field]: word } : body)),
  )
}
