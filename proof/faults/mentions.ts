import { isRecord, type JsonRecord, records } from '../changes/answers.ts'
import type { AnswerChange } from '../changes/change.ts'
import { defineFaults } from './fault.ts'

/** Faults in how records mention what has a record of its own. */
export const mentionFaults = defineFaults({
  'uploader-goes-by-another-name': {
    title: 'returns the id of an uploader instead of the name',
    breaks: ['FILE-05'],
    changes: [mentioned('uploadedBy', ({ id }) => ({ userName: id }))],
  },
  'author-of-a-property-goes-by-their-id': {
    title: 'returns the id of the creator of a property instead of the name',
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
