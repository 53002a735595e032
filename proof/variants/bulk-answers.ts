import { answersOf, isRecord, withHeaders } from '../changes/answers.ts'
import type { AnswerChange } from '../changes/change.ts'
import { defineVariants } from './variant.ts'

const routes = ['POST /items/bulk', 'POST /properties/bulk']

/** Lawful differences in what a bulk creation answers. */
export const bulkAnswerVariants = defineVariants({
  'bulk-answers-204': {
    title: 'answers a bulk creation with 204 and no body',
    latitude: 'the contract does not define the answer to a bulk creation',
    touches: ['BULK-01', 'BULK-02', 'BULK-04'],
    without: ['bulk-creates-what-it-can'],
    changes: [
      answersOf({ routes, statuses: [201] }, (answer) => ({
        ...withHeaders(answer, { 'content-type': undefined }),
        status: 204,
        json: undefined,
        bytes: Buffer.alloc(0),
      })),
    ],
  },
  'bulk-answers-a-number': {
    title: 'answers a bulk creation with the number of created records',
    latitude: 'the contract does not define the answer to a bulk creation',
    touches: ['BULK-01', 'BULK-02', 'BULK-04'],
    without: ['bulk-creates-what-it-can'],
    changes: [created((records) => ({ created: records.length, failed: 0 }))],
  },
  'bulk-answers-a-bare-array': {
    title: 'answers a bulk creation with an array of the created records in another order',
    latitude: 'the contract does not define the answer to a bulk creation',
    touches: ['BULK-01', 'BULK-02', 'BULK-04'],
    without: ['bulk-creates-what-it-can'],
    changes: [created((records) => records.toReversed())],
  },
  'bulk-answers-by-position': {
    title: 'answers a bulk creation with an object that contains each record under the position of its entry',
    latitude: 'the contract does not define the answer to a bulk creation',
    touches: ['BULK-01', 'BULK-02', 'BULK-04'],
    without: ['bulk-creates-what-it-can'],
    changes: [created((records) => ({ results: Object.fromEntries(records.entries()), errors: {} }))],
  },
  'bulk-refusals-count-from-one': {
    title: 'numbers the entries of a rejected bulk creation from one, after the word entry',
    latitude: 'the contract does not say how a bad entry is named',
    touches: ['BULK-03', 'ERR-05'],
    changes: [refused((place) => place.map((part) => (typeof part === 'number' ? `entry ${part + 1}` : part)))],
  },
  'bulk-refusals-write-places-as-paths': {
    title: 'returns the loc of a bad entry in a bulk creation as one path with brackets',
    latitude: 'the contract does not define the parts of a loc',
    touches: ['BULK-03', 'ERR-05'],
    changes: [
      refused(([source, ...place]) => [
        source,
        place
          .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
          .join('')
          .slice(1),
      ]),
    ],
  },
  'bulk-bodies-are-read-into-types': {
    title: 'returns the field but not the entry of a wrong type in a bulk creation',
    latitude: 'some parsers of typed bodies know no more, and the contract does not say how a bad entry is named',
    touches: ['BULK-03', 'ERR-05'],
    without: ['bulk-creates-what-it-can', 'bulk-answers-207-with-each-record'],
    changes: [refused((place, type) => (type === 'type' ? place.filter((part) => typeof part !== 'number') : place))],
  },
  'bulks-with-an-incomplete-entry-are-not-found': {
    title: 'returns 404 for a bulk creation with an incomplete entry and does not say which',
    latitude: 'the contract does not define the statuses of a bulk creation, and only a validation error has a loc',
    touches: ['BULK-03', 'BULK-04'],
    without: ['bulk-creates-what-it-can', 'bulk-answers-207-with-each-record'],
    changes: [
      answersOf({ routes, statuses: [422] }, (answer) =>
        isIncomplete(answer.json)
          ? { ...answer, status: 404, json: { error: 'not_found', message: 'what an entry names does not exist' } }
          : answer,
      ),
    ],
  },
})

/** Whether a validation error says that something is missing. */
function isIncomplete(json: unknown): boolean {
  const details = isRecord(json) ? json['details'] : undefined
  const errors = isRecord(details) && Array.isArray(details['errors']) ? details['errors'] : []
  return errors.some((error) => isRecord(error) && error['type'] === 'missing')
}

/** Successful answers as `change` makes them of the records that were created. */
function created(change: (records: readonly unknown[]) => unknown): AnswerChange {
  return answersOf({ routes, statuses: [201] }, (answer) => {
    const records = isRecord(answer.json) ? answer.json['items'] : undefined
    return Array.isArray(records) ? { ...answer, json: change(records) } : answer
  })
}

/** Refusals with other places of what is wrong. */
function refused(change: (place: readonly unknown[], type: unknown) => readonly unknown[]): AnswerChange {
  return answersOf({ routes, statuses: [422] }, (answer) => {
    const { json } = answer
    const details = isRecord(json) ? json['details'] : undefined
    if (!isRecord(json) || !isRecord(details) || !Array.isArray(details['errors'])) return answer
    const errors = details['errors'].map((entry) =>
      isRecord(entry) && Array.isArray(entry['loc']) ? { ...entry, loc: change(entry['loc'], entry['type']) } : entry,
    )
    return { ...answer, json: { ...json, message: 'the body is not valid', details: { ...details, errors } } }
  })
}
