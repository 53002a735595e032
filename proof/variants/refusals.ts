import type { FastifyRequest } from 'fastify'
import { answers, isRecord, records, withHeaders } from '../changes/answers.ts'
import { arrivals } from '../changes/arrivals.ts'
import type { RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { unknownResource } from '../../reference/service/http/access.ts'
import { refusalOf } from '../../reference/service/http/error-handler.ts'
import { invalidRequest, notFound, ServiceError, validationError } from '../../reference/service/http/service-error.ts'
import { refuseWhatIsNoUuid } from './refuse-what-is-no-uuid.ts'
import { defineVariants } from './variant.ts'

/** Lawful differences in the status, the code and the texts of rejections. */
export const refusalVariants = defineVariants({
  'errors-without-details-say-null': {
    title: 'returns null as the details of an error without any',
    latitude: 'details may be null',
    touches: ['ERR-02'],
    changes: [
      records((record, { status }) => (status >= 400 && 'error' in record ? { details: null, ...record } : record)),
    ],
  },
  'validation-entries-say-more': {
    title: 'returns validation errors with the rejected input, a context and an address',
    latitude: 'extra fields are lawful anywhere',
    touches: ['ERR-04'],
    changes: [
      records((record) =>
        'loc' in record && 'msg' in record
          ? { ...record, input: null, ctx: { given: true }, url: 'https://errors.example.test/validation' }
          : record,
      ),
    ],
  },
  'validation-places-name-the-field-alone': {
    title: 'returns only the field as the loc of a validation error, without body or query',
    latitude: 'the contract does not define the parts of a loc',
    touches: ['ERR-05'],
    changes: [
      records((record) =>
        Array.isArray(record['loc']) && record['loc'].length > 1 ? { ...record, loc: record['loc'].slice(1) } : record,
      ),
    ],
  },
  'validation-begins-with-a-general-entry': {
    title: 'returns a general validation error without a loc before the others',
    latitude: 'further entries are lawful',
    touches: ['ERR-04', 'ERR-05'],
    without: ['validation-places-name-the-field-alone'],
    changes: [
      records((record) =>
        Array.isArray(record['errors']) && record['errors'].some((entry) => isRecord(entry) && 'loc' in entry)
          ? { ...record, errors: [{ loc: [], msg: 'the request is invalid', type: 'invalid' }, ...record['errors']] }
          : record,
      ),
    ],
  },
  'unknown-resources-have-codes-of-their-own': {
    title: 'returns a code of its own for each unknown resource, such as product_not_found',
    latitude: 'a 404 may have a code for the resource',
    touches: ['ERR-06', 'ERR-07', 'ERR-08', 'ERR-09', 'ERR-10'],
    changes: [replace(unknownResource, () => (_, kind) => notFound(`no such ${kind}`, `${kind}_not_found`))],
  },
  'messages-link-to-documentation': {
    title: 'appends the address of a help page to each message',
    latitude: 'the contract leaves open the texts of messages',
    touches: ['ERR-01', 'ERR-19'],
    changes: [
      records((record, { status }) =>
        status >= 400 && typeof record['message'] === 'string'
          ? { ...record, message: `${record['message']} See https://docs.example.test/opt/errors/index.php` }
          : record,
      ),
    ],
  },
  'open-codes-have-hyphens': {
    title: 'writes undocumented error codes with hyphens',
    latitude: 'the contract leaves open these codes',
    touches: ['ERR-16', 'PN-24'],
    changes: [
      records((record, { status }) =>
        status === 409 && typeof record['error'] === 'string' && record['error'] !== 'duplicate_file'
          ? { ...record, error: record['error'].replaceAll('_', '-') }
          : record,
      ),
    ],
  },
  'unknown-method-is-a-404': {
    title: 'returns 404 for a method that a path does not support',
    latitude: '404 and 405 are both reasonable',
    touches: ['ERR-18'],
    changes: [
      refusals((refusal) => (refusal.status === 405 ? notFound('no such path') : refusal)),
      answers((answer) => (answer.status === 404 ? withHeaders(answer, { allow: undefined }) : answer)),
    ],
  },
  'used-readable-id-is-a-422': {
    title: 'answers a readable_id that is in use with 422 validation_error',
    latitude: 'the contract does not define the status of this refusal',
    touches: ['PROD-28', 'PROD-45', 'PROD-30'],
    without: ['used-readable-id-is-a-400'],
    changes: [
      refusals((refusal) =>
        refusal.code === 'readable_id_taken'
          ? validationError({ loc: ['body', 'readable_id'], msg: 'is in use', type: 'unique' })
          : refusal,
      ),
    ],
  },
  'unknown-version-is-a-422': {
    title: 'answers a version that does not exist with 422',
    latitude: 'the contract does not define the status of this refusal',
    touches: ['VER-06', 'DL-15', 'PROD-47'],
    changes: [
      refusals((refusal) =>
        refusal.code === 'version_not_found'
          ? validationError({ loc: ['query', 'version'], msg: refusal.message, type: 'unknown_version' })
          : refusal,
      ),
    ],
  },
  'unknown-version-is-a-400': {
    title: 'answers a version that does not exist with 400',
    latitude: 'the contract does not define the status of this refusal',
    touches: ['VER-06', 'DL-15', 'PROD-47'],
    changes: [
      refusals((refusal) =>
        refusal.code === 'version_not_found' ? invalidRequest(refusal.message, 'unknown_version') : refusal,
      ),
    ],
  },
  'malformed-json-is-a-400': {
    title: 'answers malformed JSON with 400',
    latitude: 'the contract does not define the status of this refusal',
    touches: ['ERR-12'],
    changes: [refusals((refusal) => (typeOf(refusal) === 'json_invalid' ? invalidRequest(refusal.message) : refusal))],
  },
  'unknown-parent-is-a-422': {
    title: 'returns 422 for items and properties under an unknown parent',
    latitude: 'the contract does not define the status of this refusal',
    touches: ['ITEM-10', 'PROP-36'],
    changes: [
      refusals((refusal, { method, url }) => {
        const isCreation = /^POST \S*\/(?:items|properties)(?:\/bulk)?$/u.test(`${method} ${url}`)
        if (!isCreation || refusal.status !== 404) return refusal
        const parent = url.includes('/items') ? 'product_id' : 'item_id'
        return validationError({ loc: ['body', parent], msg: refusal.message, type: 'unknown_parent' })
      }),
    ],
  },
  'upload-that-is-no-form-is-a-415': {
    title: 'answers an upload that is not a multipart form with 415',
    latitude: 'the contract does not define the status of this refusal',
    touches: ['UP-23'],
    changes: [formless(({ message }) => new ServiceError({ status: 415, code: 'unsupported_media_type', message }))],
  },
  'upload-that-is-no-form-is-a-422': {
    title: 'answers an upload that is not a multipart form with 422',
    latitude: 'the contract does not define the status of this refusal',
    touches: ['UP-23'],
    changes: [formless(({ message }) => validationError({ loc: ['body', 'file'], msg: message, type: 'missing' }))],
  },
  'id-that-is-no-uuid-is-a-422': {
    title: 'answers an id in a path that is not a UUID with 422',
    latitude: '404 and 422 are both reasonable',
    touches: ['ERR-11'],
    changes: [arrivals(refuseWhatIsNoUuid)],
  },
  'download-without-product-is-a-400': {
    title: 'answers a version without product_id with 400',
    latitude: 'the contract does not define the status of this refusal',
    touches: ['DL-08'],
    changes: [refusedAbout(/^query\.product_id/u, '/download')],
  },
  'odd-boolean-is-a-400': {
    title: 'answers an includeDeleted that is not a boolean with 400',
    latitude: 'the contract does not define the status of this refusal',
    touches: ['PROP-25'],
    changes: [refusedAbout(/includeDeleted/u)],
  },
  'unknown-path-is-echoed': {
    title: 'includes method and path in the message of a 404 for unknown paths',
    latitude: 'messages are for people',
    touches: ['ERR-17', 'ERR-19'],
    changes: [
      refusals((refusal, { method, url }) =>
        refusal.message === 'no such path'
          ? notFound(`Cannot ${method} ${url.split('?')[0]}`, 'route_not_found')
          : refusal,
      ),
    ],
  },
})

function refusals(change: (refusal: ServiceError, request: FastifyRequest) => ServiceError): RuleChange {
  return replace(
    refusalOf,
    (sound) => (deployment, error, request) => change(sound(deployment, error, request), request),
  )
}

function formless(change: (refusal: ServiceError) => ServiceError): RuleChange {
  return refusals((refusal) => (refusal.message.includes('not multipart') ? change(refusal) : refusal))
}

/** A validation error with this in its message is a 400, if the path has this part. */
function refusedAbout(message: RegExp, part = ''): RuleChange {
  return refusals((refusal, { url }) =>
    refusal.status === 422 && message.test(refusal.message) && url.includes(part)
      ? invalidRequest(refusal.message)
      : refusal,
  )
}

function typeOf({ details }: ServiceError): unknown {
  const errors = details?.['errors']
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined
  return typeof first === 'object' && first !== null && 'type' in first ? first.type : undefined
}
