import { answers, answersOf, isRecord, withHeaders } from '../changes/answers.ts'
import { arrivals } from '../changes/arrivals.ts'
import type { Answer, AnswerChange, ArrivalChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { unknownResource } from '../../reference/service/http/access.ts'
import { notFound } from '../../reference/service/http/service-error.ts'
import { defineFaults } from './fault.ts'

/** Faults in how errors are told, and in paths and methods that only an error answers. */
export const errorFaults = defineFaults({
  'unknown-resource-without-message': {
    title: 'leaves the message of a 404 empty',
    breaks: ['ERR-01'],
    changes: [
      errors(
        ({ status }) => status === 404,
        (error) => ({ ...error, message: '' }),
      ),
    ],
  },
  'unknown-resource-without-code': {
    title: 'leaves the code of a 404 empty',
    breaks: ['ERR-01'],
    changes: [
      errors(
        ({ status }) => status === 404,
        (error) => ({ ...error, error: '' }),
      ),
    ],
  },
  'details-as-a-list': {
    title: 'returns the details of PART_NUMBER_ALREADY_ASSIGNED as an array',
    breaks: ['ERR-02'],
    changes: [
      errors(
        (_, { error }) => error === 'PART_NUMBER_ALREADY_ASSIGNED',
        (error) => ({ ...error, details: [] }),
      ),
    ],
  },
  'validation-errors-of-updates-are-not-listed': {
    title: 'returns an empty list of validation errors for an invalid update',
    breaks: ['ERR-05'],
    changes: [
      errors(
        ({ status, request }, { error }) =>
          status === 422 && request.method === 'PATCH' && error === 'validation_error',
        (error) => ({ ...error, details: { errors: [] } }),
      ),
    ],
  },
  'page-errors-have-another-code': {
    title: 'answers a bad limit or offset with 422 invalid_parameter',
    breaks: ['ERR-03'],
    changes: [
      anotherCode('invalid_parameter', (_, error) =>
        places(error).some(([, name]) => name === 'limit' || name === 'offset'),
      ),
    ],
  },
  'bad-title-has-another-code': {
    title: 'answers a bad title of a file with 422 invalid_title',
    breaks: ['ERR-03'],
    changes: [anotherCode('invalid_title', (_, error) => places(error).some(([, name]) => name === 'userTitle'))],
  },
  'item-errors-have-another-code': {
    title: 'answers an invalid item with an undocumented code',
    breaks: ['ERR-03'],
    changes: [anotherCode('invalid_item', ({ route }, error) => route.endsWith('/items/:item_id') && isOfBody(error))],
  },
  'single-items-cannot-be-created': {
    title: 'returns 404 for every creation of a single item',
    breaks: ['ITEM-03'],
    changes: [noSuchRoute('POST /items')],
  },
  'single-properties-cannot-be-created': {
    title: 'returns 404 for every creation of a single property',
    breaks: ['PROP-29'],
    changes: [noSuchRoute('POST /properties')],
  },
  'items-bulk-is-not-there': {
    title: 'returns 404 for every bulk creation of items',
    breaks: ['BULK-01'],
    changes: [noSuchRoute('POST /items/bulk')],
  },
  'properties-bulk-is-not-there': {
    title: 'returns 404 for every bulk creation of properties',
    breaks: ['BULK-02'],
    changes: [noSuchRoute('POST /properties/bulk')],
  },
  'bulk-errors-have-another-code': {
    title: 'answers an empty bulk creation with an undocumented code',
    breaks: ['ERR-03'],
    changes: [anotherCode('invalid_bulk', ({ route }, error) => route.endsWith('/bulk') && isOfBody(error))],
  },
  'validation-names-no-field': {
    title: 'omits the field from the loc of a validation error',
    breaks: ['ERR-05'],
    changes: [entries((entry, place) => ({ ...entry, loc: place.slice(0, 1) }))],
  },
  'wrong-type-names-the-body-only': {
    title: 'returns body as the loc of a value with a wrong type',
    breaks: ['ERR-05'],
    changes: [entries((entry) => (entry['type'] === 'type' ? { ...entry, loc: ['body'] } : entry))],
  },
  'wrong-flag-of-an-upload-names-the-file': {
    title: 'returns file as the loc of a wrong `allow_duplicate`',
    breaks: ['ERR-05'],
    changes: [
      entries((entry, place) => (place.at(-1) === 'allow_duplicate' ? { ...entry, loc: ['body', 'file'] } : entry)),
    ],
  },
  'wrong-query-of-a-download-names-the-path': {
    title: 'returns the file id as the loc of a wrong query parameter of a download',
    breaks: ['ERR-05'],
    changes: [
      errors(
        ({ route, status }) => status === 422 && route === 'GET /files/:id/download',
        (error) => ({
          ...error,
          details: { errors: entriesOf(error).map((entry) => ({ ...entry, loc: ['path', 'file_id'] })) },
        }),
      ),
    ],
  },
  'unknown-property-of-a-version-is-a-bad-request': {
    title: 'returns 400 for an unknown property in a version',
    breaks: ['ERR-09'],
    changes: [
      answersOf({ routes: ['GET /properties/:property_id'], statuses: [404] }, (answer) =>
        answer.request.url.includes('version=') ? { ...answer, status: 400 } : answer,
      ),
    ],
  },
  'unknown-workspace-has-another-code': {
    title: 'answers an unknown workspace with 404 no_such_workspace',
    breaks: ['ERR-06'],
    changes: [
      replace(
        unknownResource,
        (sound) => (deployment, kind) =>
          kind === 'workspace' ? notFound('no such workspace', 'no_such_workspace') : sound(deployment, kind),
      ),
    ],
  },
  'unauthorized-as-plain-text': {
    title: 'answers 401 with a line of plain text',
    breaks: ['ERR-01', 'ERR-21'],
    changes: [
      answers((answer) =>
        answer.status === 401
          ? {
              ...withHeaders(answer, { 'content-type': 'text/plain' }),
              json: undefined,
              bytes: Buffer.from('Unauthorized\n'),
            }
          : answer,
      ),
    ],
  },
  'unknown-resource-as-html': {
    title: 'sends the JSON body of a 404 as text/html',
    breaks: ['ERR-21', 'GEN-01'],
    changes: [
      answers((answer) =>
        answer.status === 404 ? withHeaders(answer, { 'content-type': 'text/html; charset=utf-8' }) : answer,
      ),
    ],
  },
})

function noSuchRoute(route: string): ArrivalChange {
  return arrivals((arrival) => {
    if (arrival.route === route) throw notFound('no such path')
  })
}

type ErrorBody = Readonly<Record<string, unknown>>

function errors(
  when: (answer: Answer, error: ErrorBody) => boolean,
  change: (error: ErrorBody) => ErrorBody,
): AnswerChange {
  return answers((answer) =>
    answer.status >= 400 && isRecord(answer.json) && when(answer, answer.json)
      ? { ...answer, json: change(answer.json) }
      : answer,
  )
}

/** Some validation errors have another code. */
function anotherCode(code: string, when: (answer: Answer, error: ErrorBody) => boolean): AnswerChange {
  return errors(
    (answer, error) => error['error'] === 'validation_error' && when(answer, error),
    (error) => ({ ...error, error: code }),
  )
}

function entriesOf({ details }: ErrorBody): readonly ErrorBody[] {
  const list = isRecord(details) ? details['errors'] : undefined
  return Array.isArray(list) ? list.filter(isRecord) : []
}

function placeOf({ loc }: ErrorBody): readonly unknown[] {
  return Array.isArray(loc) ? loc : []
}

function places(error: ErrorBody): ReadonlyArray<readonly unknown[]> {
  return entriesOf(error).map(placeOf)
}

function isOfBody(error: ErrorBody): boolean {
  return !places(error).some(([where]) => where === 'query')
}

/** The entries of validation errors are shown otherwise. */
function entries(change: (entry: ErrorBody, place: readonly unknown[]) => ErrorBody): AnswerChange {
  return errors(
    (_, error) => error['error'] === 'validation_error',
    (error) => ({ ...error, details: { errors: entriesOf(error).map((entry) => change(entry, placeOf(entry))) } }),
  )
}
