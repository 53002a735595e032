import { answersOf, withoutEntries } from '../changes/answers.ts'
import type { RequestChange, RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { forgets, requestsOf } from '../changes/requests.ts'
import { Query } from '../../reference/service/http/query.ts'
import { ServiceError, validationError } from '../../reference/service/http/service-error.ts'
import { listProperties, selectionFor, ofType } from '../../reference/service/properties/list-properties.ts'
import { isPropertyType, propertyTypes } from '../../reference/service/properties/property-type.ts'
import { defineFaults } from './fault.ts'

const route = 'GET /properties'

/** Faults in how lists of properties are filtered by type, version and deletion. */
export const propertyFilterFaults = defineFaults({
  'include-deleted-takes-anything': {
    title: 'treats an includeDeleted that is not a boolean as false',
    breaks: ['PROP-25'],
    changes: [
      forgetsParameter(
        'includeDeleted',
        (query) => !['true', 'false', undefined].includes(query.text('includeDeleted')),
      ),
    ],
  },
  'include-deleted-forgotten-on-later-pages': {
    title: 'ignores includeDeleted on every page but the first',
    breaks: ['PAGE-18'],
    changes: [forgetsParameter('includeDeleted', (query) => isLater(query) && isIncluding(query))],
  },
  'included-list-forgets-the-version': {
    title: 'lists the draft with includeDeleted, whatever the version',
    breaks: ['VER-02'],
    changes: [forgetsParameter('version', (query) => isIncluding(query) && isVersioned(query))],
  },
  'included-list-forgets-the-baseline': {
    title: 'lists the draft with includeDeleted for the baseline',
    breaks: ['VER-03'],
    changes: [forgetsParameter('version', (query) => isIncluding(query) && query.text('version') === 'baseline')],
  },
  'included-list-minds-the-case-of-the-type': {
    title: 'lists nothing for a type in upper case with includeDeleted',
    breaks: ['PROP-21'],
    changes: [
      requestsOf([route], (sent) => {
        const { type, includeDeleted } = sent.query
        const isOther = includeDeleted === 'true' && String(type) !== String(type).toLowerCase()
        return isOther ? { ...sent, query: { ...sent.query, offset: '1000000' } } : sent
      }),
    ],
  },
  'type-forgotten-on-later-pages': {
    title: 'ignores the type filter on every page but the first',
    breaks: ['PAGE-18'],
    changes: [forgetsParameter('type', (query) => isTyped(query) && isLater(query))],
  },
  'version-forgotten-on-later-pages': {
    title: 'lists the draft from the second page of a version on',
    breaks: ['VER-14'],
    changes: [forgetsParameter('version', (query) => isLater(query) && isVersioned(query))],
  },
  'type-forgotten-on-later-pages-of-versions': {
    title: 'ignores the type filter from the second page of a version on',
    breaks: ['VER-14'],
    changes: [forgetsParameter('type', (query) => isTyped(query) && isLater(query) && isVersioned(query))],
  },
  'included-list-forgets-the-type': {
    title: 'ignores the type filter with includeDeleted',
    breaks: ['PROP-20'],
    changes: [forgetsParameter('type', (query) => isTyped(query) && isIncluding(query))],
  },
  'versioned-list-forgets-the-type': {
    title: 'ignores the type filter on versioned lists',
    breaks: ['VER-14'],
    changes: [forgetsParameter('type', (query) => isTyped(query) && isVersioned(query))],
  },
  'baseline-list-forgets-the-type': {
    title: 'ignores the type filter for the baseline',
    breaks: ['VER-14'],
    changes: [forgetsParameter('type', (query) => isTyped(query) && query.text('version') === 'baseline')],
  },
  'pages-of-a-version-are-cut-before-the-filter': {
    title: 'cuts pages of a version before it applies the type filter',
    breaks: ['VER-14'],
    changes: cutBeforeTheFilter('version_properties', isVersioned),
  },
  'pages-of-the-draft-are-cut-before-the-filter': {
    title: 'cuts pages of the draft before it applies the type filter',
    breaks: ['PAGE-18'],
    changes: cutBeforeTheFilter('properties', (query) => !isVersioned(query)),
  },
  'date-filter-lists-texts-too': {
    title: 'lists texts too if dates are requested',
    breaks: ['PROP-20'],
    changes: [
      replace(
        ofType,
        (sound) => (deployment, type, table) =>
          table === 'properties' && type === 'date'
            ? [{ sql: "properties.type IN ('date', 'text')" }]
            : sound(deployment, type, table),
      ),
    ],
  },
  'numeric-filter-lists-matrices-too': {
    title: 'lists matrices too if numbers are requested, of the draft and of a version',
    breaks: ['PROP-20'],
    changes: [
      replace(
        ofType,
        (sound) => (deployment, type, table) =>
          type === 'numeric' ? [{ sql: `${table}.type IN ('numeric', 'matrix')` }] : sound(deployment, type, table),
      ),
    ],
  },
  'deleted-properties-of-every-type-are-listed': {
    title: 'lists deleted properties of every type with those of the requested type',
    breaks: ['PROP-20'],
    changes: [
      replace(
        ofType,
        (sound) => (deployment, type, table) =>
          table === 'properties' && type !== undefined
            ? [{ sql: '(properties.type = ? OR properties.deleted = 1)', value: type }]
            : sound(deployment, type, table),
      ),
    ],
  },
  'type-filter-minds-letter-case': {
    title: 'lists nothing for a type in another letter case',
    breaks: ['PROP-21'],
    changes: [listsNothing(hasCapitals)],
  },
  'version-minds-the-letter-case-of-a-type': {
    title: 'lists nothing for a type in upper case in a version',
    breaks: ['PROP-21'],
    changes: [listsNothing((query) => hasCapitals(query) && isVersioned(query))],
  },
  'unknown-type-lists-nothing': {
    title: 'answers an unknown type with an empty list',
    breaks: ['PROP-22'],
    changes: [
      replace(listProperties, (sound) => (deployment, request) => {
        const type = new Query(request).text('type')
        return type === undefined || isPropertyType(type) ? sound(deployment, request) : { items: [], count: 0 }
      }),
    ],
  },
  'capitals-in-type-refused': {
    title: 'rejects a type in another letter case in the list',
    breaks: ['PROP-21'],
    changes: [
      replace(listProperties, (sound) => (deployment, request) => {
        if (!hasCapitals(new Query(request))) return sound(deployment, request)
        throw validationError({ loc: ['query', 'type'], msg: `is none of ${propertyTypes.join(', ')}`, type: 'enum' })
      }),
    ],
  },
  'version-of-a-product-without-any-lists-the-draft': {
    title: 'lists the draft for any version of a product that was never published',
    breaks: ['VER-06'],
    changes: [
      draftForUnknown(({ store }, { itemId = '' }) => {
        const sql = 'SELECT 1 FROM versions JOIN items USING (product_id) WHERE items.id = ?'
        return store.get(sql, itemId) === undefined
      }),
    ],
  },
  'unknown-version-gives-the-draft': {
    title: 'lists the draft for a version that does not exist',
    breaks: ['VER-06'],
    changes: [draftForUnknown(() => true)],
  },
})

type Selecting = Parameters<typeof selectionFor>

/** Lists the draft if a version does not exist. */
function draftForUnknown(isSo: (...selecting: Selecting) => boolean): RuleChange {
  return replace(selectionFor, (sound) => (deployment, question) => {
    try {
      return sound(deployment, question)
    } catch (error) {
      const isUnknown = error instanceof ServiceError && error.code === 'version_not_found'
      if (!isUnknown || !isSo(deployment, question)) throw error
      return sound(deployment, { ...question, version: undefined })
    }
  })
}

function forgetsParameter(parameter: string, when: (query: Query) => boolean): RequestChange {
  return forgets({ route, parameter }, when)
}

/** Other types are removed from a page that was cut with them in it. */
function cutBeforeTheFilter(of: 'properties' | 'version_properties', when: (query: Query) => boolean) {
  return [
    replace(ofType, (sound) => (deployment, type, table) => (table === of ? [] : sound(deployment, type, table))),
    answersOf({ routes: [route] }, (answer) => {
      const query = new Query(answer.request)
      const asked = when(query) ? query.text('type') : undefined
      return asked === undefined ? answer : withoutEntries(answer, ({ type }) => type === asked.toLowerCase())
    }),
  ] as const
}

function listsNothing(when: (query: Query) => boolean): RuleChange {
  return replace(listProperties, (sound) => (deployment, request) => {
    const page = sound(deployment, request)
    return when(new Query(request)) ? { items: [], count: 0 } : page
  })
}

function isLater(query: Query): boolean {
  return Number(query.text('offset') ?? 0) > 0
}

function isIncluding(query: Query): boolean {
  return query.text('includeDeleted') === 'true'
}

function isVersioned(query: Query): boolean {
  return /^(?:\d+|baseline)$/u.test(query.text('version') ?? '')
}

function isTyped(query: Query): boolean {
  return isPropertyType(query.text('type') ?? '')
}

function hasCapitals(query: Query): boolean {
  return isTyped(query) && /[A-Z]/u.test(query.text('type') ?? '')
}
