import type { FastifyRequest } from 'fastify'
import { answers, isRecord } from '../changes/answers.ts'
import type { Answer } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../service/deployment.ts'
import {
  listPage,
  pageLimits,
  readLimit,
  readOffset,
  readSlice,
  type Selection,
  type Slice,
} from '../service/http/page.ts'
import { Query } from '../service/http/query.ts'
import { broken, ServiceError, validationError } from '../service/http/service-error.ts'
import { defineFaults } from './fault.ts'

/** Faults in how lists are paged and counted. */
export const listFaults = defineFaults({
  'count-as-text': {
    title: 'gives count as a text',
    breaks: ['PAGE-01'],
    changes: [ofLists((list) => ({ ...list, count: String(list['count']) }))],
  },
  'count-holds-the-total': {
    title: 'sets count to the number of entries of the whole list',
    breaks: ['PAGE-02'],
    changes: [
      replace(listPage, (sound) => (deployment, request, selection) => ({
        ...sound(deployment, request, selection),
        count: totalOf(deployment, selection),
      })),
    ],
  },
  'list-tells-a-total': {
    title: 'adds total to a list',
    breaks: ['PAGE-03'],
    changes: [
      replace(listPage, (sound) => (deployment, request, selection) => ({
        ...sound(deployment, request, selection),
        total: totalOf(deployment, selection),
      })),
    ],
  },
  'empty-page-without-items': {
    title: 'gives null for the items of an empty page',
    breaks: ['PAGE-01'],
    changes: [ofLists((list) => (list.items.length === 0 ? { ...list, items: null } : list))],
  },
  'default-limit-100': {
    title: 'gives 100 entries where no limit is asked for',
    breaks: ['PAGE-04'],
    changes: [byDefault(100)],
  },
  'default-limit-20': {
    title: 'gives 20 entries where no limit is asked for',
    breaks: ['PAGE-04'],
    changes: [byDefault(20)],
  },
  'later-page-gives-200-by-default': {
    title: 'gives 200 entries by default where an offset stands alone',
    breaks: ['PAGE-04'],
    changes: [byDefault(200, (query) => Number(query.text('offset') ?? 0) > 0)],
  },
  'search-gives-20-by-default': {
    title: 'gives 20 entries where a search asks for no limit',
    breaks: ['PAGE-04'],
    changes: [byDefault(20, (query) => query.text('q') !== undefined)],
  },
  'typed-list-gives-200-by-default': {
    title: 'gives 200 entries where the properties of one type are asked for without a limit',
    breaks: ['PAGE-04'],
    changes: [byDefault(200, (query) => query.text('type') !== undefined)],
  },
  'limit-0-counts-as-absent': {
    title: 'takes limit 0 for no limit',
    breaks: ['PAGE-07'],
    changes: [limitRead(/^0$/u, () => pageLimits.default)],
  },
  'negative-limit-counts-as-absent': {
    title: 'takes a negative limit for no limit',
    breaks: ['PAGE-09'],
    changes: [limitRead(/^-\d+$/u, () => pageLimits.default)],
  },
  'limit-above-200-clamped': {
    title: 'gives 200 entries for a limit above 200',
    breaks: ['PAGE-08'],
    changes: [limitRead(/^\d+$/u, (text) => (Number(text) > 200 ? 200 : undefined))],
  },
  'limit-in-exponents-taken': {
    title: 'takes 1e2 for a limit of 100',
    breaks: ['PAGE-10'],
    changes: [limitRead(/^\de\d$/u, (text) => Math.min(Number(text), 200))],
  },
  'limit-in-hexadecimal-taken': {
    title: 'takes 0x10 for a limit of 16',
    breaks: ['PAGE-10'],
    changes: [limitRead(/^0x[\da-f]+$/u, Number)],
  },
  'limit-read-up-to-the-first-letter': {
    title: 'reads a limit up to the first character that is no digit',
    breaks: ['PAGE-10'],
    changes: [limitRead(/^[1-9]\D/u, (text) => Number(text[0]))],
  },
  'limit-of-one-line-taken': {
    title: 'takes a limit that is an integer in one of its lines',
    breaks: ['PAGE-10'],
    changes: [limitRead(/\n/u, (text) => lineOfDigits(text))],
  },
  'limit-199-refused': {
    title: 'refuses a limit of 199',
    breaks: ['PAGE-05'],
    changes: [limitRead(/^199$/u, () => refuse('limit'))],
  },
  'limit-200-refused': {
    title: 'refuses a limit of 200',
    breaks: ['PAGE-05'],
    changes: [limitRead(/^200$/u, () => refuse('limit'))],
  },
  'limit-51-gives-50': {
    title: 'gives 50 entries for a limit from 51 to 60',
    breaks: ['PAGE-06'],
    changes: [sliced(({ limit, offset }) => ({ limit: limit > 50 && limit <= 60 ? 50 : limit, offset }))],
  },
  'largest-page-is-100': {
    title: 'gives no more than 100 entries',
    breaks: ['PAGE-06'],
    changes: [sliced(({ limit, offset }) => ({ limit: Math.min(limit, 100), offset }))],
  },
  'file-list-takes-any-limit': {
    title: 'takes a limit above 200 in the list of files',
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
    title: 'takes a limit above 200 where a search text is given',
    breaks: ['PAGE-08'],
    changes: [anyLimit((query) => query.text('q') !== undefined)],
  },
  'typed-list-takes-any-limit': {
    title: 'takes a limit above 200 where the properties of one type are asked for',
    breaks: ['PAGE-08'],
    changes: [anyLimit((query) => query.text('type') !== undefined)],
  },
  'list-of-a-version-takes-any-limit': {
    title: 'takes a limit above 200 where the properties of a version are asked for',
    breaks: ['PAGE-08'],
    changes: [anyLimit((query) => query.text('version') !== undefined)],
  },
  'user-list-is-not-paged': {
    title: 'gives all users whatever limit says',
    breaks: ['PAGE-06'],
    changes: [sliced((slice, { path }) => (path.endsWith('/users') ? { ...slice, limit: 200 } : slice))],
  },
  'list-starts-at-its-second-entry': {
    title: 'starts lists other than that of workspaces at offset 1 where neither an offset nor a search text is given',
    breaks: ['PAGE-11'],
    changes: [
      sliced((slice, { path, query }) => {
        const isPlain = query.text('offset') === undefined && query.text('q') === undefined
        return isPlain && !path.startsWith('/v1/public/workspaces') ? { ...slice, offset: 1 } : slice
      }),
    ],
  },
  'negative-offset-counts-as-zero': {
    title: 'takes a negative offset for 0',
    breaks: ['PAGE-12'],
    changes: [offsetRead(/^-\d+$/u, () => 0)],
  },
  'user-list-takes-a-negative-offset': {
    title: 'takes a negative offset for 0 in the list of users',
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
    title: 'takes a negative offset for 0 where a search text is given',
    breaks: ['PAGE-12'],
    changes: [negativeOffset((query) => query.text('q') !== undefined)],
  },
  'typed-list-takes-a-negative-offset': {
    title: 'takes a negative offset for 0 where the properties of one type are asked for',
    breaks: ['PAGE-12'],
    changes: [negativeOffset((query) => query.text('type') !== undefined)],
  },
  'list-of-a-version-takes-a-negative-offset': {
    title: 'takes a negative offset for 0 where the properties of a version are asked for',
    breaks: ['PAGE-12'],
    changes: [negativeOffset((query) => query.text('version') !== undefined)],
  },
  'list-with-the-deleted-takes-a-negative-limit': {
    title: 'takes a negative limit for no limit where deleted properties are asked for as well',
    breaks: ['PAGE-09'],
    changes: [
      replace(readLimit, (sound) => (deployment, query) => {
        const isNegative = /^-\d+$/u.test(query.text('limit') ?? '')
        return isNegative && query.text('includeDeleted') === 'true' ? pageLimits.default : sound(deployment, query)
      }),
    ],
  },
  'offset-read-up-to-the-first-letter': {
    title: 'reads an offset up to the first character that is no digit',
    breaks: ['PAGE-13'],
    changes: [offsetRead(/^\d\D/u, (text) => Number(text[0]))],
  },
  'huge-offset-breaks-the-service': {
    title: 'answers 500 to an offset beyond 2^53',
    breaks: ['PAGE-20', 'ERR-15'],
    changes: [
      offsetRead(/^\d+$/u, (text) => {
        if (Number(text) > Number.MAX_SAFE_INTEGER) throw broken()
        return undefined
      }),
    ],
  },
  'huge-offset-starts-over': {
    title: 'takes an offset of 19 digits for 0',
    breaks: ['PAGE-20'],
    changes: [offsetRead(/^\d{19,}$/u, () => 0)],
  },
  'item-list-ignores-the-offset': {
    title: 'gives the first page of items whatever offset says',
    breaks: ['PAGE-14', 'PAGE-15', 'PAGE-16'],
    changes: [sliced((slice, { path }) => (path === '/v1/public/items' ? { ...slice, offset: 0 } : slice))],
  },
  'offset-counts-pages': {
    title: 'skips offset pages instead of entries',
    breaks: ['PAGE-15', 'PAGE-16'],
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
    title: 'gives the entries from offset up to the one whose number is limit',
    breaks: ['PAGE-15', 'PAGE-16'],
    changes: [sliced(({ limit, offset }) => ({ limit: Math.max(0, limit - offset), offset }))],
  },
  'pages-overlap-by-one': {
    title: 'starts every page but the first one entry early',
    breaks: ['PAGE-14', 'PAGE-15', 'PAGE-16'],
    changes: [sliced(({ limit, offset }) => ({ limit, offset: Math.max(0, offset - 1) }))],
  },
  'later-pages-skip-one': {
    title: 'starts every page but the first one entry late',
    breaks: ['PAGE-15', 'PAGE-16'],
    changes: [
      sliced(({ limit, offset }) => ({
        limit,
        offset: offset === 0 ? 0 : Math.min(offset + 1, Number.MAX_SAFE_INTEGER),
      })),
    ],
  },
  'offset-past-the-end-gives-the-last-entry': {
    title: 'gives the last entry for an offset past the end',
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
  'page-past-the-end-is-unknown': {
    title: 'answers 404 to an offset at or past the end',
    breaks: ['PAGE-14'],
    changes: [
      replace(listPage, (sound) => (deployment, request, selection) => {
        const { offset } = readSlice(deployment, request)
        if (offset === 0 || offset < totalOf(deployment, selection)) return sound(deployment, request, selection)
        throw new ServiceError({ status: 404, code: 'not_found', message: 'no such page' })
      }),
    ],
  },
  'files-in-random-order': {
    title: 'gives files in another order each time',
    breaks: ['PAGE-17'],
    changes: [
      ordered((sql) => (sql.includes('FROM files') ? sql.replace(/ ORDER BY .*$/u, ' ORDER BY random()') : sql)),
    ],
  },
  'order-turns-on-every-read': {
    title: 'turns the order of a list round on every second read',
    breaks: ['PAGE-17'],
    changes: [
      ordered((sql, deployment) => {
        const reads = (recall<number>(deployment, 'order-turns-on-every-read')?.value ?? 0) + 1
        remember(deployment, 'order-turns-on-every-read', reads)
        if (reads % 2 === 0) return sql
        return sql.endsWith(' DESC') ? sql.replace(/ DESC$/u, ' ASC') : `${sql.replace(/ ASC$/u, '')} DESC`
      }),
    ],
  },
})

interface Asked {
  readonly path: string
  readonly query: Query
}

type JsonList = Readonly<Record<string, unknown>> & { readonly items: readonly unknown[] }

function ofLists(change: (list: JsonList) => Readonly<Record<string, unknown>>): ReturnType<typeof answers> {
  return answers((answer: Answer) => {
    const { json } = answer
    return isRecord(json) && 'count' in json && Array.isArray(json['items'])
      ? { ...answer, json: change({ ...json, items: json['items'] }) }
      : answer
  })
}

function byDefault(limit: number, when: (query: Query) => boolean = () => true): ReturnType<typeof replace> {
  return replace(
    readLimit,
    (sound) => (deployment, query) =>
      query.text('limit') === undefined && when(query) ? limit : sound(deployment, query),
  )
}

/** Limits of a few digits above 200 are accepted as they are, where `when` says so of the query. */
function anyLimit(when: (query: Query) => boolean): ReturnType<typeof replace> {
  return replace(readLimit, (sound) => (deployment, query) => {
    const limit = query.text('limit') ?? ''
    return /^\d{1,6}$/u.test(limit) && Number(limit) > 200 && when(query) ? Number(limit) : sound(deployment, query)
  })
}

function negativeOffset(when: (query: Query) => boolean): ReturnType<typeof replace> {
  return replace(
    readOffset,
    (sound) => (deployment, query) =>
      /^-\d+$/u.test(query.text('offset') ?? '') && when(query) ? 0 : sound(deployment, query),
  )
}

/** A text of this pattern is read otherwise; undefined leaves it to the sound rule. */
function limitRead(pattern: RegExp, read: (text: string) => number | undefined): ReturnType<typeof replace> {
  return readAs({ rule: readLimit, name: 'limit' }, pattern, read)
}

function offsetRead(pattern: RegExp, read: (text: string) => number | undefined): ReturnType<typeof replace> {
  return readAs({ rule: readOffset, name: 'offset' }, pattern, read)
}

function readAs(
  parameter: { readonly rule: typeof readLimit; readonly name: string },
  pattern: RegExp,
  read: (text: string) => number | undefined,
): ReturnType<typeof replace> {
  return replace(parameter.rule, (sound) => (deployment, query) => {
    const text = query.text(parameter.name) ?? ''
    return (pattern.test(text) ? read(text) : undefined) ?? sound(deployment, query)
  })
}

function sliced(change: (slice: Slice, asked: Asked) => Slice): ReturnType<typeof replace> {
  return replace(readSlice, (sound) => (deployment, request) => {
    const asked = { path: pathOf(request), query: new Query(request) }
    return change(sound(deployment, request), asked)
  })
}

function ordered(change: (sql: string, deployment: Deployment) => string): ReturnType<typeof replace> {
  return replace(
    listPage,
    (sound) => (deployment, request, selection) =>
      sound(deployment, request, { ...selection, sql: change(selection.sql, deployment) }),
  )
}

function totalOf<Row, Entry>({ store }: Deployment, { sql, values }: Selection<Row, Entry>): number {
  return store.get<{ total: number }>(`SELECT count(*) AS total FROM (${sql})`, ...values)?.total ?? 0
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}

function lineOfDigits(text: string): number | undefined {
  const line = text.split('\n').find((part) => /^\d+$/u.test(part))
  return line === undefined ? undefined : Number(line)
}

function refuse(name: string): never {
  throw validationError({ loc: ['query', name], msg: 'is out of range', type: 'range' })
}
