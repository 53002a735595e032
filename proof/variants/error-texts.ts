import { answers, answersOf, isRecord, type JsonRecord, records } from '../changes/answers.ts'
import type { Answer, AnswerChange } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { bodyText, decodedUrl } from '../changes/request-text.ts'
import { defineVariants } from './variant.ts'

const documented: ReadonlySet<string> = new Set([
  'invalid_request',
  'file_too_large',
  'unauthorized',
  'forbidden',
  'not_found',
  'target_not_found',
  'duplicate_file',
  'validation_error',
  'PART_NUMBER_ALREADY_ASSIGNED',
  'rate_limit_exceeded',
])

/** What common frameworks tell a client by default of what it has sent. */
const texts = [
  'Unexpected token } in JSON at position 12',
  'Expecting property name enclosed in double quotes: line 1 column 2 (char 1)',
  'JSON parse error: Unrecognized token: was expecting (JSON String, Number, Array, Object or token null, true or false)',
  'The JSON value could not be converted to the type of the field. Path: $.name | LineNumber: 0 | BytePositionInLine: 12.',
  "invalid character '}' looking for beginning of object key string",
  'Validation failed for object: field name: rejected value [null]; must not be blank',
  'Input should be a valid string, unable to parse string as an integer',
  "Name can't be blank, Readable is invalid and Workspace must exist",
  '1 validation error: body.name field required (type=value_error.missing)',
  'Select a valid choice. That choice is not one of the available choices; update or delete your selection from the list',
] as const

const longestQuote = 300

/** Lawful differences in what errors tell people, and in how they name places and kinds. */
export const errorTextVariants = defineVariants({
  'messages-are-those-of-frameworks': {
    title: 'writes validation messages like common frameworks',
    latitude: 'messages are for people',
    touches: ['ERR-04'],
    without: ['messages-are-in-another-language'],
    changes: [
      answers((answer, deployment) => {
        if (answer.status !== 422 && answer.status !== 400) return answer
        const turn = (recall<number>(deployment, 'texts')?.value ?? 0) + 1
        remember(deployment, 'texts', turn)
        return withMessage(answer, () => texts[turn % texts.length] ?? '')
      }),
    ],
  },
  'messages-quote-what-was-sent': {
    title: 'quotes the address and the body of the request in each message',
    latitude: 'messages are for people',
    touches: ['ERR-19', 'AUTH-26', 'ERR-01'],
    without: ['messages-are-those-of-frameworks', 'messages-are-in-another-language'],
    changes: [
      answers((answer) =>
        withMessage(answer, (message) => {
          const { method, url, body } = answer.request
          return `${message} (in ${method} ${decodedUrl(url).slice(0, longestQuote)} with ${bodyText(body).slice(0, longestQuote)})`
        }),
      ),
    ],
  },
  'validation-places-name-the-source-otherwise': {
    title: 'starts the loc of validation errors with payload, querystring or params',
    latitude: 'the contract does not define the parts of a loc',
    touches: ['ERR-05'],
    changes: [
      places(([source, ...rest]) => [
        { body: 'payload', query: 'querystring', path: 'params' }[String(source)] ?? source,
        ...rest,
      ]),
    ],
  },
  'validation-kinds-are-addresses': {
    title: 'returns an address as the type of a validation error, and a message of several lines',
    latitude: 'the contract does not define kinds and texts of validation errors',
    touches: ['ERR-04', 'ERR-19'],
    changes: [
      records((record) =>
        Array.isArray(record['loc']) && 'msg' in record
          ? {
              ...record,
              type: `https://errors.example.test/kinds#${String(record['type'])}`,
              msg: `${String(record['msg'])}\n  - see there`,
            }
          : record,
      ),
    ],
  },
  'open-codes-have-namespaces': {
    title: 'writes undocumented error codes with a namespace, a dot and a number',
    latitude: 'the contract does not define these codes',
    touches: ['ERR-16', 'PN-24'],
    changes: [
      answers((answer) => {
        const { json } = answer
        if (answer.status < 400 || !isRecord(json) || typeof json['error'] !== 'string') return answer
        if (documented.has(json['error']) || json['error'].endsWith('_not_found')) return answer
        return { ...answer, json: { ...json, error: `pd:${json['error'].replaceAll('_', '.')}.${answer.status}7` } }
      }),
    ],
  },
  'unknown-filters-list-nothing': {
    title: 'returns an empty list for an unknown workspace, product or item',
    latitude: 'the contract does not define the answer to a filter without a match',
    touches: ['PROD-35', 'PROP-19', 'ITEM-14'],
    changes: [
      answersOf(
        { routes: ['GET /products', 'GET /items', 'GET /properties', 'GET /files'], statuses: [404] },
        // What a component in front has refused never came to the lists; and a version is not a filter.
        (answer) =>
          isRecord(answer.json) && answer.json['error'] !== 'version_not_found'
            ? { ...answer, status: 200, json: { items: [], count: 0 } }
            : answer,
      ),
    ],
  },
})

function withMessage(answer: Answer, change: (message: string) => string): Answer {
  const { json, status } = answer
  if (status < 400 || !isRecord(json) || typeof json['message'] !== 'string') return answer
  return { ...answer, json: { ...json, message: change(json['message']) } }
}

function places(change: (place: readonly unknown[]) => readonly unknown[]): AnswerChange {
  return records((record: JsonRecord) => {
    const { loc, msg } = record
    // What is wrong with no place in particular has none.
    return Array.isArray(loc) && loc.length > 0 && msg !== undefined ? { ...record, loc: change(loc) } : record
  })
}
