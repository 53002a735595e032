import { answersOf } from '../changes/answers.ts'
import { arrivals } from '../changes/arrivals.ts'
import type { ArrivalChange, RequestChange, RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf } from '../changes/requests.ts'
import { idFromPath } from '../../reference/service/http/access.ts'
import { refusalOf } from '../../reference/service/http/error-handler.ts'
import { readJson } from '../../reference/service/http/json-body.ts'
import { broken, validationError } from '../../reference/service/http/service-error.ts'
import { defineFaults } from './fault.ts'

const bulks = ['POST /items/bulk', 'POST /properties/bulk']

/** Faults in how requests are answered that are malformed, or look it. */
export const malformedRequestFaults = defineFaults({
  'id-that-is-no-uuid-breaks-the-service': {
    title: 'returns 500 for an id that is not a UUID',
    breaks: ['ERR-11', 'ERR-15'],
    changes: [
      replace(idFromPath, (sound) => (deployment, text) => {
        if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu.test(text)) throw broken()
        return sound(deployment, text)
      }),
    ],
  },
  'escapes-in-a-path-break-the-service': {
    title: 'returns 500 for a path with invalid percent-encoding',
    breaks: ['ERR-11', 'ERR-15'],
    changes: [
      replace(refusalOf, (sound) => (deployment, error, request) => {
        const isUrl = error instanceof Error && 'code' in error && error.code === 'FST_ERR_BAD_URL'
        return isUrl ? broken() : sound(deployment, error, request)
      }),
    ],
  },
  'malformed-json-breaks-the-service': {
    title: 'returns 500 for a body that is not JSON',
    breaks: ['ERR-12', 'ERR-15'],
    changes: [
      malformed(() => {
        throw broken()
      }),
    ],
  },
  'update-of-a-file-without-a-body-breaks-the-service': {
    title: 'returns 500 for an update of a file whose body is empty',
    breaks: ['ERR-12', 'ERR-15'],
    changes: [
      requestsOf(['PATCH /files/:id'], (sent) => {
        if (sent.body === undefined) throw broken()
        return sent
      }),
    ],
  },
  'malformed-bulk-breaks-the-service': {
    title: 'returns 500 for a bulk creation whose body is not JSON',
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
    title: 'returns 500 for a NUL in an entry of a bulk creation',
    breaks: ['ERR-15'],
    changes: [breaksOnText(bulks, (text) => text.includes('\0'))],
  },
  'nul-in-a-reason-breaks-the-service': {
    title: 'returns 500 for a NUL in an update of a property',
    breaks: ['ERR-15'],
    changes: [breaksOnText(['PATCH /properties/:property_id'], (text) => text.includes('\0'))],
  },
  'long-text-of-an-item-breaks-the-service': {
    title: 'returns 500 for a new item with a text of more than 65,535 characters',
    breaks: ['ERR-15'],
    changes: [breaksOnText(['POST /items'], (text) => text.length > 65_535)],
  },
  'trailing-comma-forgiven': {
    title: 'accepts a trailing comma in JSON',
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
    title: 'returns 500 for a lone surrogate in a text',
    breaks: ['ERR-15'],
    changes: [breaksOn(String.raw`"\ud800"`)],
  },
  'deep-nesting-breaks-the-service': {
    title: 'returns 500 for deeply nested arrays',
    breaks: ['ERR-15'],
    changes: [breaksOn('[[[[[[[[[[[[[[[[')],
  },
  'charset-refused': {
    title: 'rejects a body whose content type has a charset',
    breaks: ['GEN-07'],
    changes: [refusedType(/charset/iu)],
  },
  'charset-refused-on-updates-of-properties': {
    title: 'rejects an update of a property whose content type has a charset',
    breaks: ['GEN-07'],
    changes: [charsetRefused('PATCH /properties/:property_id')],
  },
  'charset-refused-on-bulks': {
    title: 'rejects a bulk creation of properties whose content type has a charset',
    breaks: ['GEN-07'],
    changes: [charsetRefused('POST /properties/bulk')],
  },
  'charset-in-capitals-refused': {
    title: 'rejects a body whose content type has a charset in upper case',
    breaks: ['GEN-07'],
    changes: [refusedType(/charset=UTF-8/u)],
  },
  'charset-refused-on-uploads': {
    title: 'rejects a form whose content type has a charset',
    breaks: ['UP-01'],
    changes: [charsetRefused('POST /files/:id')],
  },
})

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
