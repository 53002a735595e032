import { answers, answersOf, isRecord } from '../changes/answers.ts'
import type { Answer } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { listPage } from '../../reference/service/http/page.ts'
import { Query } from '../../reference/service/http/query.ts'
import { defineFaults } from './fault.ts'
import { totalOf } from './total-of.ts'

/** Faults in the shape and the order of lists. */
export const listFaults = defineFaults({
  'count-holds-the-total': {
    title: 'returns the size of the whole list as count',
    breaks: ['PAGE-02'],
    changes: [
      replace(listPage, (sound) => (deployment, request, selection) => ({
        ...sound(deployment, request, selection),
        count: totalOf(deployment, selection),
      })),
    ],
  },
  'empty-page-without-items': {
    title: 'returns null instead of the items of an empty page',
    breaks: ['PAGE-01'],
    changes: [ofLists((list) => (list.items.length === 0 ? { ...list, items: null } : list))],
  },
  'later-pages-keyed-by-position': {
    title: 'returns an object instead of the items of every page but the first',
    breaks: ['PAGE-01'],
    changes: [
      ofLists((list, { request }) =>
        Number(new Query(request).text('offset') ?? 0) > 0
          ? { ...list, items: Object.fromEntries(list.items.entries()) }
          : list,
      ),
    ],
  },
  'lists-of-items-and-files-hold-data': {
    title: 'answers lists of items and files with data instead of items, and without a count',
    breaks: ['PAGE-01'],
    changes: [
      answersOf({ routes: ['GET /items', 'GET /files'] }, (answer) =>
        isList(answer.json) ? { ...answer, json: { data: answer.json.items } } : answer,
      ),
    ],
  },
  'files-in-random-order': {
    title: 'returns files in another order each time',
    breaks: ['PAGE-17'],
    changes: [
      ordered((sql) => (sql.includes('FROM files') ? sql.replace(/ ORDER BY .*$/u, ' ORDER BY random()') : sql)),
    ],
  },
  'products-of-one-name-in-random-order': {
    title: 'sorts products by name alone, and returns those of one name in another order each time',
    breaks: ['PAGE-17'],
    changes: [
      ordered((sql) =>
        sql.includes('FROM products') ? sql.replace(/ ORDER BY .*$/u, ' ORDER BY products.name, random()') : sql,
      ),
    ],
  },
  'order-turns-on-every-read': {
    title: 'reverses the order of a list on every second read',
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

type JsonList = Readonly<Record<string, unknown>> & { readonly items: readonly unknown[] }

function isList(json: unknown): json is JsonList {
  return isRecord(json) && 'count' in json && Array.isArray(json['items'])
}

function ofLists(
  change: (list: JsonList, answer: Answer) => Readonly<Record<string, unknown>>,
): ReturnType<typeof answers> {
  return answers((answer: Answer) => {
    const { json } = answer
    return isList(json) ? { ...answer, json: change(json, answer) } : answer
  })
}

function ordered(change: (sql: string, deployment: Deployment) => string): ReturnType<typeof replace> {
  return replace(
    listPage,
    (sound) => (deployment, request, selection) =>
      sound(deployment, request, { ...selection, sql: change(selection.sql, deployment) }),
  )
}
