import { answers, answersOf, isRecord, withHeaders } from '../changes/answers.ts'
import { arrivals } from '../changes/arrivals.ts'
import type { Answer, AnswerChange, ArrivalChange, RequestChange, RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf } from '../changes/requests.ts'
import { idFromPath, unknownResource } from '../service/http/access.ts'
import { readJson } from '../service/http/json-body.ts'
import { broken, notFound, validationError } from '../service/http/service-error.ts'
import { defineFaults } from './fault.ts'

const bulks = ['POST /items/bulk', 'POST /properties/bulk']

/** Faults in how errors are told, and in requests that only an error answers. */
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
  'details-as-a-list': {
    title: 'gives the details of PART_NUMBER_ALREADY_ASSIGNED as an array',
    breaks: ['ERR-02'],
    changes: [
      errors(
        (_, { error }) => error === 'PART_NUMBER_ALREADY_ASSIGNED',
        (error) => ({ ...error, details: [] }),
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
    title: 'answers an invalid item with a code of its own',
    breaks: ['ERR-03'],
    changes: [anotherCode('invalid_item', ({ route }, error) => route.endsWith('/items/:item_id') && isOfBody(error))],
  },
  'single-items-cannot-be-created': {
    title: 'answers 404 to every creation of a single item',
    breaks: ['ITEM-03'],
    changes: [noSuchRoute('POST /items')],
  },
  'single-properties-cannot-be-created': {
    title: 'answers 404 to every creation of a single property',
    breaks: ['PROP-29'],
    changes: [noSuchRoute('POST /properties')],
  },
  'items-bulk-is-not-there': {
    title: 'answers 404 to every bulk creation of items',
    breaks: ['BULK-01'],
    changes: [noSuchRoute('POST /items/bulk')],
  },
  'properties-bulk-is-not-there': {
    title: 'answers 404 to every bulk creation of properties',
    breaks: ['BULK-02'],
    changes: [noSuchRoute('POST /properties/bulk')],
  },
  'bulk-errors-have-another-code': {
    title: 'answers an empty bulk creation with a code of its own',
    breaks: ['ERR-03'],
    changes: [anotherCode('invalid_bulk', ({ route }, error) => route.endsWith('/bulk') && isOfBody(error))],
  },
  'validation-place-as-text': {
    title: 'gives the place of a validation error as one dotted text',
    breaks: ['ERR-04'],
    changes: [entries((entry, place) => ({ ...entry, loc: place.join('.') }))],
  },
  'validation-names-no-field': {
    title: 'gives the place of a validation error without the field',
    breaks: ['ERR-05'],
    changes: [entries((entry, place) => ({ ...entry, loc: place.slice(0, 1) }))],
  },
  'wrong-type-names-the-body-only': {
    title: 'gives the place of a value of a wrong type as the body',
    breaks: ['ERR-05'],
    changes: [entries((entry) => (entry['type'] === 'type' ? { ...entry, loc: ['body'] } : entry))],
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
  'id-that-is-no-uuid-breaks-the-service': {
    title: 'answers 500 to an id that is not a UUID',
    breaks: ['ERR-11', 'ERR-15'],
    changes: [
      replace(idFromPath, (sound) => (deployment, text) => {
        if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu.test(text)) throw broken()
        return sound(deployment, text)
      }),
    ],
  },
  'malformed-json-breaks-the-service': {
    title: 'answers 500 to a body that is not JSON',
    breaks: ['ERR-12', 'ERR-15'],
    changes: [
      malformed(() => {
        throw broken()
      }),
    ],
  },
  'malformed-bulk-breaks-the-service': {
    title: 'answers 500 to a bulk creation whose body is not JSON',
    breaks: ['ERR-12', 'ERR-15'],
    changes: [
      answersOf({ routes: bulks, statuses: [422] }, (answer) =>
        JSON.stringify(answer.json).includes('"json_invalid"')
          ? { ...answer, status: 500, json: { error: 'internal_error', message: 'something went wrong' } }
          : answer,
      ),
    ],
  },
  'nul-in-a-bulk-breaks-the-service': {
    title: 'answers 500 to a NUL in an entry of a bulk creation',
    breaks: ['ERR-15'],
    changes: [breaksOnText(bulks, (text) => text.includes('\0'))],
  },
  'nul-in-a-reason-breaks-the-service': {
    title: 'answers 500 to a NUL in an update of a property',
    breaks: ['ERR-15'],
    changes: [breaksOnText(['PATCH /properties/:property_id'], (text) => text.includes('\0'))],
  },
  'long-text-of-an-item-breaks-the-service': {
    title: 'answers 500 to a text of more than 65,535 characters in the creation of an item',
    breaks: ['ERR-15'],
    changes: [breaksOnText(['POST /items'], (text) => text.length > 65_535)],
  },
  'trailing-comma-forgiven': {
    title: 'forgives a comma behind the last field of a body',
    breaks: ['ERR-12'],
    changes: [
      malformed((text, error) => {
        const fixed = text.replace(/,\s*\}$/u, '}')
        if (fixed === text) throw error
        return JSON.parse(fixed)
      }),
    ],
  },
  'lone-surrogate-breaks-the-service': {
    title: 'answers 500 to a text of a lone surrogate',
    breaks: ['ERR-15'],
    changes: [breaksOn(String.raw`"\ud800"`)],
  },
  'deep-nesting-breaks-the-service': {
    title: 'answers 500 to a body of deeply nested arrays',
    breaks: ['ERR-15'],
    changes: [breaksOn('[[[[[[[[[[[[[[[[')],
  },
  'charset-refused': {
    title: 'refuses a body whose content type names its charset',
    breaks: ['GEN-07'],
    changes: [refusedType(/charset/iu)],
  },
  'charset-refused-on-updates-of-properties': {
    title: 'refuses an update of a property whose content type names its charset',
    breaks: ['GEN-07'],
    changes: [charsetRefused('PATCH /properties/:property_id')],
  },
  'charset-refused-on-bulks': {
    title: 'refuses a bulk creation of properties whose content type names its charset',
    breaks: ['GEN-07'],
    changes: [charsetRefused('POST /properties/bulk')],
  },
  'charset-in-capitals-refused': {
    title: 'refuses a body whose content type names its charset in capitals',
    breaks: ['GEN-07'],
    changes: [refusedType(/charset=UTF-8/u)],
  },
  'unknown-path-is-served': {
    title: 'answers 200 with an empty object to unknown paths',
    breaks: ['ERR-17'],
    changes: [served(({ status, route }) => status === 404 && route.endsWith('/*'))],
  },
  'path-below-a-workspace-is-served': {
    title: 'answers 200 to unknown paths below a workspace',
    breaks: ['ERR-17'],
    changes: [
      served(
        ({ status, route, request }) =>
          status === 404 && route.endsWith('/*') && /\/workspaces\/[^/]+\/./u.test(request.url),
      ),
    ],
  },
  'unknown-method-is-served': {
    title: 'answers 200 to methods that a path does not have',
    breaks: ['ERR-18'],
    changes: [served(({ status }) => status === 405)],
  },
  'put-is-served-too': {
    title: 'answers 200 to PUT',
    breaks: ['ERR-18'],
    changes: [served(({ status, request }) => status === 405 && request.method === 'PUT')],
  },
  'unknown-resource-as-html': {
    title: 'calls the body of a 404 text/html',
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

function served(when: (answer: Answer) => boolean): AnswerChange {
  return answers((answer) => (when(answer) ? { ...answer, status: 200, json: {} } : answer))
}

/** What is no JSON is read otherwise. */
function malformed(read: (text: string, error: unknown) => unknown): RuleChange {
  return replace(readJson, (sound) => (deployment, bytes, request) => {
    try {
      return sound(deployment, bytes, request)
    } catch (error) {
      return read(bytes.toString(), error)
    }
  })
}

function breaksOn(text: string): RuleChange {
  return replace(readJson, (sound) => (deployment, bytes, request) => {
    if (bytes.includes(text)) throw broken()
    return sound(deployment, bytes, request)
  })
}

function breaksOnText(routes: readonly string[], isBreaking: (text: string) => boolean): RequestChange {
  return requestsOf(routes, (sent) => {
    if (textsIn(sent.body).some(isBreaking)) throw broken()
    return sent
  })
}

/** The texts of a body, but for those that are nested deeper than entries of a list in an object. */
function textsIn(value: unknown, depth = 3): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth === 0) return []
  return Object.values(value).flatMap((one: unknown) => textsIn(one, depth - 1))
}

function charsetRefused(route: string): ArrivalChange {
  return arrivals((arrival) => {
    if (arrival.route !== route || !/charset/iu.test(arrival.request.headers['content-type'] ?? '')) return
    throw validationError({ loc: ['header', 'content-type'], msg: 'is not supported', type: 'content_type' })
  })
}

function refusedType(type: RegExp): RuleChange {
  return replace(readJson, (sound) => (deployment, bytes, request) => {
    if (!type.test(request.headers['content-type'] ?? '')) return sound(deployment, bytes, request)
    throw validationError({ loc: ['header', 'content-type'], msg: 'is not supported', type: 'content_type' })
  })
}
