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

/** Lawful differences in the status, the code and the texts of refusals. */
export const refusalVariants = defineVariants({
  'errors-without-details-say-null': {
    title: 'gives details as null where an error has none',
    latitude: 'details may be null',
    changes: [
      records((record, { status }) => (status >= 400 && 'error' in record ? { details: null, ...record } : record)),
    ],
  },
  'validation-entries-say-more': {
    title: 'gives validation entries the rejected input, a context and an address',
    latitude: 'extra fields are lawful anywhere',
    changes: [
      records((record) =>
        'loc' in record && 'msg' in record
          ? { ...record, input: null, ctx: { given: true }, url: 'https://errors.example.test/validation' }
          : record,
      ),
    ],
  },
  'validation-places-name-the-field-alone': {
    title: 'places a validation error by the field alone, without saying body or query',
    latitude: 'the parts of a place are not shown',
    changes: [
      records((record) =>
        Array.isArray(record['loc']) && record['loc'].length > 1 ? { ...record, loc: record['loc'].slice(1) } : record,
      ),
    ],
  },
  'validation-begins-with-a-general-entry': {
    title: 'lists a general entry without a place before the others of a validation error',
    latitude: 'further entries are not forbidden',
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
    title: 'answers an unknown product with product_not_found, an unknown item with item_not_found',
    latitude: "a 404 may carry the resource's own code",
    changes: [replace(unknownResource, () => (_, kind) => notFound(`no such ${kind}`, `${kind}_not_found`))],
  },
  'messages-link-to-documentation': {
    title: 'ends each message with the address of a page about the error',
    latitude: 'the texts of messages are open',
    changes: [
      records((record, { status }) =>
        status >= 400 && typeof record['message'] === 'string'
          ? { ...record, message: `${record['message']} See https://docs.example.test/opt/errors/index.php` }
          : record,
      ),
    ],
  },
  'open-codes-have-hyphens': {
    title: 'spells the codes that the contract does not show with hyphens',
    latitude: 'these codes are open',
    changes: [
      records((record, { status }) =>
        status === 409 && typeof record['error'] === 'string' && record['error'] !== 'duplicate_file'
          ? { ...record, error: record['error'].replaceAll('_', '-') }
          : record,
      ),
    ],
  },
  'unknown-method-is-a-404': {
    title: 'answers 404 to a method that a path does not have',
    latitude: '404 and 405 are both sane',
    changes: [
      refusals((refusal) => (refusal.status === 405 ? notFound('no such path') : refusal)),
      answers((answer) => (answer.status === 404 ? withHeaders(answer, { allow: undefined }) : answer)),
    ],
  },
  'used-readable-id-is-a-422': {
    title: 'answers a readable_id that is in use with 422 validation_error',
    latitude: 'the status of this refusal is not shown',
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
    latitude: 'the status of this refusal is not shown',
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
    latitude: 'the status of this refusal is not shown',
    changes: [
      refusals((refusal) =>
        refusal.code === 'version_not_found' ? invalidRequest(refusal.message, 'unknown_version') : refusal,
      ),
    ],
  },
  'malformed-json-is-a-400': {
    title: 'answers malformed JSON with 400',
    latitude: 'the status of this refusal is not shown',
    changes: [refusals((refusal) => (typeOf(refusal) === 'json_invalid' ? invalidRequest(refusal.message) : refusal))],
  },
  'unknown-parent-is-a-422': {
    title: 'answers 422 to items and properties under a parent that does not exist',
    latitude: 'the status of this refusal is not shown',
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
    title: 'answers an upload that is no multipart form with 415',
    latitude: 'the status of this refusal is not shown',
    changes: [formless(({ message }) => new ServiceError({ status: 415, code: 'unsupported_media_type', message }))],
  },
  'upload-that-is-no-form-is-a-422': {
    title: 'answers an upload that is no multipart form with 422',
    latitude: 'the status of this refusal is not shown',
    changes: [formless(({ message }) => validationError({ loc: ['body', 'file'], msg: message, type: 'missing' }))],
  },
  'id-that-is-no-uuid-is-a-422': {
    title: 'answers an id in a path that is no UUID with 422',
    latitude: '404 and 422 are both sane',
    changes: [arrivals(refuseWhatIsNoUuid)],
  },
  'download-without-product-is-a-400': {
    title: 'answers a version without product_id with 400',
    latitude: 'the status of this refusal is not shown',
    changes: [refusedAbout(/^query\.product_id/u, '/download')],
  },
  'odd-boolean-is-a-400': {
    title: 'answers an includeDeleted that is no boolean with 400',
    latitude: 'the status of this refusal is not shown',
    changes: [refusedAbout(/includeDeleted/u)],
  },
  'unknown-path-is-echoed': {
    title: 'names method and path in the message of a 404 for unknown paths',
    latitude: 'messages are for people',
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

/** A validation error with this in its message is a 400, where the path has this part. */
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
