import { isRecord } from '../changes/answers.ts'
import type { RequestChange, Sent } from '../changes/change.ts'
import { requests } from '../changes/requests.ts'
import { type ValidationEntry, validationError } from '../../reference/service/http/service-error.ts'
import { bodyFields, queryParameters } from './known-names.ts'
import { defineVariants } from './variant.ts'

/** Lawful differences in what is rejected of bodies and parameters, or forgiven. */
export const strictnessVariants = defineVariants({
  'null-counts-as-left-out': {
    title: 'treats null for an optional field as absent',
    latitude: 'null for an optional field may be accepted, ignored or rejected',
    touches: ['ERR-14', 'FILE-21'],
    changes: [
      requests((sent) => {
        const names = nullable[sent.route]
        if (names === undefined || !isRecord(sent.body)) return sent
        const kept = Object.entries(sent.body).filter(([name, value]) => value !== null || !names.includes(name))
        return { ...sent, body: Object.fromEntries(kept) }
      }),
    ],
  },
  'long-texts-are-refused': {
    title: 'returns 422 for names above 255, part numbers above 64 and descriptions above 4000 characters',
    latitude: 'the contract does not define lengths',
    touches: ['PROD-32', 'PN-17', 'ITEM-12'],
    changes: [refused(({ body }) => (isRecord(body) ? tooLong(body) : []))],
  },
  'bulks-of-fifty-at-most': {
    title: 'returns 422 for a bulk creation of more than 50 entries',
    latitude: 'the contract does not define sizes of bulks',
    touches: ['BULK-04', 'BULK-01', 'BULK-02'],
    changes: [refused(({ body }) => (isRecord(body) ? tooMany(body) : []))],
  },
  'unknown-query-parameters-are-refused': {
    title: 'returns 422 for an unknown query parameter',
    latitude: 'unknown query parameters may be rejected',
    touches: ['GEN-08', 'PAGE-19'],
    changes: [refused(({ route, query }) => extra('query', Object.keys(query), queryParameters[route] ?? []))],
  },
  'unknown-body-fields-are-refused': {
    title: 'returns 422 for an unknown body field',
    latitude: 'unknown fields may be rejected',
    touches: ['PROD-62', 'PROD-50', 'FILE-12'],
    changes: [
      refused(({ route, body }) => {
        const known = bodyFields[route]
        return known !== undefined && isRecord(body) ? extra('body', Object.keys(body), known) : []
      }),
    ],
  },
})

const nullable: Readonly<Record<string, readonly string[]>> = {
  'POST /products': ['description', 'part_number'],
  'POST /items': ['description', 'part_number', 'readable_id'],
  'PATCH /items/:item_id': ['name', 'description'],
  'PATCH /products/:product_id': ['name', 'description', 'readable_id', 'baseline_version_number'],
  'PATCH /files/:id': ['userTitle', 'description'],
  'POST /properties': ['description', 'category', 'display_unit', 'expression', 'references'],
  'PATCH /properties/:property_id': ['name', 'description', 'reason', 'category', 'display_unit', 'references'],
}

/** Rejects what `judge` finds something against. */
function refused(judge: (sent: Sent) => readonly ValidationEntry[]): RequestChange {
  return requests((sent) => {
    const entries = judge(sent)
    if (entries.length > 0) throw validationError(...entries)
    return sent
  })
}

const longest: Readonly<Record<string, number>> = { name: 255, readable_id: 255, part_number: 64, description: 4000 }

function tooLong(body: Readonly<Record<string, unknown>>): readonly ValidationEntry[] {
  return Object.entries(longest).flatMap(([name, length]) => {
    const text = body[name]
    if (typeof text !== 'string' || text.length <= length) return []
    return [{ loc: ['body', name], msg: `has more than ${length} characters`, type: 'string_too_long' }]
  })
}

const mostInBulk = 50

function tooMany(body: Readonly<Record<string, unknown>>): readonly ValidationEntry[] {
  return ['items', 'properties'].flatMap((name) => {
    const list = body[name]
    if (!Array.isArray(list) || list.length <= mostInBulk) return []
    return [{ loc: ['body', name], msg: `has more than ${mostInBulk} entries`, type: 'too_long' }]
  })
}

function extra(
  where: 'query' | 'body',
  names: readonly string[],
  known: readonly string[],
): readonly ValidationEntry[] {
  return names
    .filter((name) => !known.includes(name))
    .map((name) => ({ loc: [where, name], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' }))
}
