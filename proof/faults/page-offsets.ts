import type { RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { listPage, readLimit, readOffset, readSlice } from '../../reference/service/http/page.ts'
import { Query } from '../../reference/service/http/query.ts'
import { broken, ServiceError, validationError } from '../../reference/service/http/service-error.ts'
import { defineFaults } from './fault.ts'
import { readAs } from './read-as.ts'
import { pathOf, sliced } from './sliced.ts'
import { totalOf } from './total-of.ts'

/** Faults in where a page begins. */
export const pageOffsetFaults = defineFaults({
  'list-starts-at-its-second-entry': {
    title: 'uses offset 1 by default in lists other than workspaces if there is no search text',
    breaks: ['PAGE-11'],
    changes: [
      sliced((slice, { path, query }) => {
        const isPlain = query.text('offset') === undefined && query.text('q') === undefined
        return isPlain && !path.startsWith('/v1/public/workspaces') ? { ...slice, offset: 1 } : slice
      }),
    ],
  },
  'negative-offset-counts-as-zero': {
    title: 'treats a negative offset as 0',
    breaks: ['PAGE-12'],
    changes: [offsetRead(/^-\d+$/u, () => 0)],
  },
  'user-list-takes-a-negative-offset': {
    title: 'treats a negative offset as 0 in the list of users',
    breaks: ['PAGE-12'],
    changes: [
      replace(readSlice, (sound) => (deployment, request) => {
        const query = new Query(request)
        const isNegative = /^-\d+$/u.test(query.text('offset') ?? '')
        if (!isNegative || !pathOf(request).endsWith('/users')) return sound(deployment, request)
        return { limit: readLimit(deployment, query), offset: 0 }
      }),
    ],
  },
  'search-takes-a-negative-offset': {
    title: 'treats a negative offset as 0 in a search',
    breaks: ['PAGE-12'],
    changes: [negativeOffset((query) => query.text('q') !== undefined)],
  },
  'typed-list-takes-a-negative-offset': {
    title: 'treats a negative offset as 0 if a type of properties is given',
    breaks: ['PAGE-12'],
    changes: [negativeOffset((query) => query.text('type') !== undefined)],
  },
  'list-of-a-version-takes-a-negative-offset': {
    title: 'treats a negative offset as 0 for the properties of a version',
    breaks: ['PAGE-12'],
    changes: [negativeOffset((query) => query.text('version') !== undefined)],
  },
  'offset-read-up-to-the-first-letter': {
    title: 'reads an offset only up to the first non-digit',
    breaks: ['PAGE-13'],
    changes: [offsetRead(/^\d\D/u, (text) => Number(text[0]))],
  },
  'huge-offset-breaks-the-service': {
    title: 'returns 500 for an offset beyond 2^53',
    breaks: ['ERR-15'],
    changes: [
      offsetRead(/^\d+$/u, (text) => {
        if (Number(text) > Number.MAX_SAFE_INTEGER) throw broken()
        return undefined
      }),
    ],
  },
  'huge-offset-starts-over': {
    title: 'treats an offset of 19 digits as 0',
    breaks: ['PAGE-20'],
    changes: [offsetRead(/^\d{19,}$/u, () => 0)],
  },
  'offset-wraps-at-64-bits': {
    title: 'counts an offset modulo 2^64',
    breaks: ['PAGE-20'],
    changes: [
      // What is left may still be past the end of any list: no more than the service itself takes.
      offsetRead(/^\d{20,}$/u, (text) => Math.min(Number(BigInt.asUintN(64, BigInt(text))), Number.MAX_SAFE_INTEGER)),
    ],
  },
  'offset-wraps-at-32-bits': {
    title: 'counts an offset of up to 18 digits modulo 2^32',
    breaks: ['PAGE-20'],
    changes: [offsetRead(/^\d{10,18}$/u, (text) => Number(BigInt.asUintN(32, BigInt(text))))],
  },
  'offset-beyond-signed-64-bits-breaks-the-service': {
    title: 'returns 500 for an offset from 2^63 up to 2^64',
    breaks: ['ERR-15'],
    changes: [
      offsetRead(/^\d{19,}$/u, (text) => {
        if (BigInt(text) >> 63n === 1n) throw broken()
        return undefined
      }),
    ],
  },
  'later-pages-reach-across-organizations': {
    title: 'lists products, items, properties and files of every organization from the second page on',
    breaks: ['AUTH-09'],
    changes: [laterPages(/ workspaces\.organization_id = \?/u)],
  },
  'later-workspaces-are-of-anybody': {
    title: 'lists the workspaces of every organization from the second page on',
    breaks: ['AUTH-09'],
    changes: [laterPages(/(?<=FROM workspaces WHERE) organization_id = \?/u)],
  },
  'item-list-ignores-the-offset': {
    title: 'returns the first page of items, whatever the offset',
    breaks: ['PAGE-15'],
    changes: [sliced((slice, { path }) => (path === '/v1/public/items' ? { ...slice, offset: 0 } : slice))],
  },
  'offset-counts-pages': {
    title: 'skips offset pages instead of entries',
    breaks: ['PAGE-15'],
    changes: [sliced(({ limit, offset }) => ({ limit, offset: Math.min(offset * limit, Number.MAX_SAFE_INTEGER) }))],
  },
  'filtered-lists-begin-at-whole-pages': {
    title: 'rounds the offset of a filtered list down to whole pages',
    breaks: ['PAGE-18'],
    changes: [
      sliced(({ limit, offset }, { query }) => {
        const isFiltered = query.text('q') !== undefined || query.text('type') !== undefined
        return { limit, offset: isFiltered ? offset - (offset % limit) : offset }
      }),
    ],
  },
  'page-ends-where-limit-says': {
    title: 'uses limit as the end of the page instead of its size',
    breaks: ['PAGE-15', 'PAGE-16'],
    changes: [sliced(({ limit, offset }) => ({ limit: Math.max(0, limit - offset), offset }))],
  },
  'pages-overlap-by-one': {
    title: 'starts every page but the first one entry too early',
    breaks: ['PAGE-15'],
    changes: [sliced(({ limit, offset }) => ({ limit, offset: Math.max(0, offset - 1) }))],
  },
  'later-pages-skip-one': {
    title: 'starts every page but the first one entry too late',
    breaks: ['PAGE-15'],
    changes: [
      sliced(({ limit, offset }) => ({
        limit,
        offset: offset === 0 ? 0 : Math.min(offset + 1, Number.MAX_SAFE_INTEGER),
      })),
    ],
  },
  'first-offset-refused-in-lists-of-properties': {
    title: 'returns 422 for an offset of 0 in the list of properties',
    breaks: ['PAGE-15'],
    changes: [refusesZero((path) => path === '/v1/public/properties')],
  },
  'first-offset-refused-in-the-list-of-users': {
    title: 'returns 422 for an offset of 0 in the list of users',
    breaks: ['PAGE-15'],
    changes: [refusesZero((path) => path === '/v1/public/organization/users')],
  },
  'offset-past-the-end-gives-the-last-entry': {
    title: 'returns the last entry for an offset past the end',
    breaks: ['PAGE-14'],
    changes: [
      replace(listPage, (sound) => (deployment, request, selection) => {
        const page = sound(deployment, request, selection)
        if (readSlice(deployment, request).offset <= totalOf(deployment, selection)) return page
        const rows = deployment.store.all<never>(selection.sql, ...selection.values).slice(-1)
        return { items: rows.map((row) => selection.show(row)), count: rows.length }
      }),
    ],
  },
  'past-the-end-of-products-comes-the-last-page-again': {
    title: 'returns the last page of products again for an offset at or past the end',
    breaks: ['PAGE-14'],
    changes: [
      replace(listPage, (sound) => (deployment, request, selection) => {
        const { limit, offset } = readSlice(deployment, request)
        const total = totalOf(deployment, selection)
        if (pathOf(request) !== '/v1/public/products' || offset < total) return sound(deployment, request, selection)
        const rows = deployment.store.all<never>(selection.sql, ...selection.values).slice(-limit)
        return { items: rows.map((row) => selection.show(row)), count: rows.length }
      }),
    ],
  },
  'page-past-the-end-is-unknown': {
    title: 'returns 404 for an offset at or past the end',
    breaks: ['PAGE-14'],
    changes: [
      replace(listPage, (sound) => (deployment, request, selection) => {
        const { offset } = readSlice(deployment, request)
        if (offset === 0 || offset < totalOf(deployment, selection)) return sound(deployment, request, selection)
        throw new ServiceError({ status: 404, code: 'not_found', message: 'no such page' })
      }),
    ],
  },
  'offset-above-ten-thousand-refused': {
    title: 'returns 422 for an offset above 10,000',
    breaks: ['PAGE-14'],
    changes: [
      offsetRead(/^\d+$/u, (text) => {
        if (Number(text) <= 10_000) return undefined
        throw validationError({ loc: ['query', 'offset'], msg: 'is too far', type: 'less_than_equal' })
      }),
    ],
  },
})

function negativeOffset(when: (query: Query) => boolean): ReturnType<typeof replace> {
  return replace(
    readOffset,
    (sound) => (deployment, query) =>
      /^-\d+$/u.test(query.text('offset') ?? '') && when(query) ? 0 : sound(deployment, query),
  )
}

/** An offset is accepted from 1 on only, in some lists. */
function refusesZero(where: (path: string) => boolean): RuleChange {
  return replace(readSlice, (sound) => (deployment, request) => {
    if (where(pathOf(request)) && new Query(request).text('offset') === '0')
      throw validationError({ loc: ['query', 'offset'], msg: 'is too small', type: 'greater_than' })
    return sound(deployment, request)
  })
}

function offsetRead(pattern: RegExp, read: (text: string) => number | undefined): ReturnType<typeof replace> {
  return readAs({ rule: readOffset, name: 'offset' }, pattern, read)
}

/** Every page but the first comes without a condition. */
function laterPages(condition: RegExp): RuleChange {
  return replace(listPage, (sound) => (deployment, request, selection) => {
    if (readOffset(deployment, new Query(request)) === 0) return sound(deployment, request, selection)
    const sql = selection.sql.replace(condition, (found) => ` (${found} OR TRUE)`)
    return sound(deployment, request, { ...selection, sql })
  })
}
