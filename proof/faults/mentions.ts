import { isRecord, type JsonRecord, records } from '../changes/answers.ts'
import type { AnswerChange } from '../changes/change.ts'
import { defineFaults } from './fault.ts'

/** Faults in how records mention what has a record of its own. */
export const mentionFaults = defineFaults({
  'uploader-goes-by-another-name': {
    title: 'shows the id of an uploader in place of their name',
    breaks: ['FILE-05'],
    changes: [mentioned('uploadedBy', ({ id }) => ({ userName: id }))],
  },
  'author-of-a-property-goes-by-their-id': {
    title: 'shows the id of who created a property in place of their name',
    breaks: ['PROP-09'],
    changes: [mentioned('createdBy', ({ id }, record) => ('item_id' in record ? { userName: id } : {}))],
  },
})

/** A user is mentioned with other fields. */
function mentioned(field: string, change: (user: JsonRecord, record: JsonRecord) => JsonRecord): AnswerChange {
  return records((record) => {
    const user = record[field]
    return isRecord(user) ? { ...record, [field]: { ...user, ...change(user, record) } } : record
  })
}
