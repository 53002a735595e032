import { replace } from '../changes/replace.ts'
import type { SQLInputValue } from 'node:sqlite'
import type { Deployment } from '../../reference/service/deployment.ts'
import { listPage, pageLimits, readLimit, readOffset, readSlice } from '../../reference/service/http/page.ts'
import { Query } from '../../reference/service/http/query.ts'
import { validationError } from '../../reference/service/http/service-error.ts'
import { defineFaults } from './fault.ts'
import { readAs } from './read-as.ts'

import { pathOf, sliced } from './sliced.ts'

/** Faults in how many entries a page has. */
export const pageLimitFaults = defineFaults({
  'last-page-of-items-loses-its-end-when-full': {
    title: 'loses the last item of a list if its last page is full and not the first',
    breaks: ['PAGE-06'],
    changes: [
      replace(listPage, (sound) => (deployment, request, selection) => {
        const page = sound(deployment, request, selection)
        const { limit, offset } = readSlice(deployment, request)
        const isFull = offset > 0 && page.items.length === limit
        if (!isFull || !pathOf(request).endsWith('/items') || isGoingOn(deployment, selection, limit + offset))
          return page
        return { items: page.items.slice(0, -1), count: limit - 1 }
      }),
    ],
  },
  'default-limit-100': {
    title: 'returns 100 entries if no limit is given',
    breaks: ['PAGE-04'],
    changes: [byDefault(100)],
  },
  'default-limit-20': {
    title: 'returns 20 entries if no limit is given',
    breaks: ['PAGE-04'],
    changes: [byDefault(20)],
  },
  'later-page-gives-200-by-default': {
    title: 'returns 200 entries if only an offset is given',
    breaks: ['PAGE-04'],
    changes: [byDefault(200, (query) => Number(query.text('offset') ?? 0) > 0)],
  },
  'search-gives-20-by-default': {
    title: 'returns 20 entries for a search without a limit',
    breaks: ['PAGE-04'],
    changes: [byDefault(20, (query) => query.text('q') !== undefined)],
  },
  'typed-list-gives-200-by-default': {
    title: 'returns 200 entries for properties of one type without a limit',
    breaks: ['PAGE-04'],
    changes: [byDefault(200, (query) => query.text('type') !== undefined)],
  },
  'limit-0-counts-as-absent': {
    title: 'treats limit 0 as no limit',
    breaks: ['PAGE-07'],
    changes: [limitRead(/^0$/u, () => pageLimits.default)],
  },
  'negative-limit-counts-as-absent': {
    title: 'treats a negative limit as no limit',
    breaks: ['PAGE-09'],
    changes: [limitRead(/^-\d+$/u, () => pageLimits.default)],
  },
  'limit-above-200-clamped': {
    title: 'returns 200 entries for a limit above 200',
    breaks: ['PAGE-08'],
    changes: [limitRead(/^\d+$/u, (text) => (Number(text) > 200 ? 200 : undefined))],
  },
  'limit-in-exponents-taken': {
    title: 'treats 1e2 as a limit of 100',
    breaks: ['PAGE-10'],
    changes: [limitRead(/^\de\d$/u, (text) => Math.min(Number(text), 200))],
  },
  'limit-in-hexadecimal-taken': {
    title: 'treats 0x10 as a limit of 16',
    breaks: ['PAGE-10'],
    changes: [limitRead(/^0x[\da-f]+$/u, Number)],
  },
  'limit-read-up-to-the-first-letter': {
    title: 'reads a limit only up to the first non-digit',
    breaks: ['PAGE-10'],
    changes: [limitRead(/^[1-9]\D/u, (text) => Number(text[0]))],
  },
  'limit-of-one-line-taken': {
    title: 'accepts a limit with several lines if one of them is an integer',
    breaks: ['PAGE-10'],
    changes: [limitRead(/\n/u, (text) => lineOfDigits(text))],
  },
  'limit-199-refused': {
    title: 'rejects a limit of 199',
    breaks: ['PAGE-05'],
    changes: [limitRead(/^199$/u, () => refuse('limit'))],
  },
  'limit-200-refused': {
    title: 'rejects a limit of 200',
    breaks: ['PAGE-05'],
    changes: [limitRead(/^200$/u, () => refuse('limit'))],
  },
  'limit-51-gives-50': {
    title: 'returns 50 entries for a limit from 51 to 60',
    breaks: ['PAGE-06'],
    changes: [sliced(({ limit, offset }) => ({ limit: limit > 50 && limit <= 60 ? 50 : limit, offset }))],
  },
  'limit-50-gives-20': {
    title: 'takes limit=50 for no limit, and returns 20 entries for both',
    breaks: ['PAGE-06'],
    changes: [sliced(({ limit, offset }) => ({ limit: limit === 50 ? 20 : limit, offset }))],
  },
  'largest-page-is-100': {
    title: 'returns no more than 100 entries',
    breaks: ['PAGE-06'],
    changes: [sliced(({ limit, offset }) => ({ limit: Math.min(limit, 100), offset }))],
  },
  'file-list-takes-any-limit': {
    title: 'accepts a limit above 200 in the list of files',
    breaks: ['ERR-15', 'PAGE-08'],
    changes: [
      replace(readSlice, (sound) => (deployment, request) => {
        const query = new Query(request)
        const limit = query.text('limit') ?? ''
        if (!/^\d+$/u.test(limit) || Number(limit) <= 200 || pathOf(request) !== '/v1/public/files')
          return sound(deployment, request)
        return { limit: Number(limit), offset: readOffset(deployment, query) }
      }),
    ],
  },
  'search-takes-any-limit': {
    title: 'accepts a limit above 200 in a search',
    breaks: ['PAGE-08'],
    changes: [anyLimit((query) => query.text('q') !== undefined)],
  },
  'typed-list-takes-any-limit': {
    title: 'accepts a limit above 200 if a type of properties is given',
    breaks: ['PAGE-08'],
    changes: [anyLimit((query) => query.text('type') !== undefined)],
  },
  'list-of-a-version-takes-any-limit': {
    title: 'accepts a limit above 200 for the properties of a version',
    breaks: ['PAGE-08'],
    changes: [anyLimit((query) => query.text('version') !== undefined)],
  },
  'user-list-is-not-paged': {
    title: 'returns all users, whatever the limit',
    breaks: ['PAGE-06'],
    changes: [sliced((slice, { path }) => (path.endsWith('/users') ? { ...slice, limit: 200 } : slice))],
  },
  'list-with-the-deleted-takes-a-negative-limit': {
    title: 'treats a negative limit as no limit with includeDeleted',
    breaks: ['PAGE-09'],
    changes: [
      replace(readLimit, (sound) => (deployment, query) => {
        const isNegative = /^-\d+$/u.test(query.text('limit') ?? '')
        return isNegative && query.text('includeDeleted') === 'true' ? pageLimits.default : sound(deployment, query)
      }),
    ],
  },
})

function byDefault(limit: number, when: (query: Query) => boolean = () => true): ReturnType<typeof replace> {
  return replace(
    readLimit,
    (sound) => (deployment, query) =>
      query.text('limit') === undefined && when(query) ? limit : sound(deployment, query),
  )
}

/** Limits of a few digits above 200 are accepted as they are, if `when` says so of the query. */
function anyLimit(when: (query: Query) => boolean): ReturnType<typeof replace> {
  return replace(readLimit, (sound) => (deployment, query) => {
    const limit = query.text('limit') ?? ''
    return /^\d{1,6}$/u.test(limit) && Number(limit) > 200 && when(query) ? Number(limit) : sound(deployment, query)
  })
}

/** A text of this pattern is read otherwise; undefined leaves it to the sound rule. */
function limitRead(pattern: RegExp, read: (text: string) => number | undefined): ReturnType<typeof replace> {
  return readAs({ rule: readLimit, name: 'limit' }, pattern, read)
}

function lineOfDigits(text: string): number | undefined {
  const line = text.split('\n').find((part) => /^\d+$/u.test(part))
  return line === undefined ? undefined : Number(line)
}

function refuse(name: string): never {
  throw validationError({ loc: ['query', name], msg: 'is out of range', type: 'range' })
}

/** Whether a list has entries from a place on. */
function isGoingOn(
  { store }: Deployment,
  { sql, values }: { readonly sql: string; readonly values: readonly SQLInputValue[] },
  offset: number,
): boolean {
  return store.all(`${sql} LIMIT 1 OFFSET ?`, ...values, offset).length > 0
}
