import { answersOf, withEachRecord, withEntries } from '../changes/answers.ts'
import type { RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import type { Caller } from '../../reference/service/http/caller.ts'
import { listPage } from '../../reference/service/http/page.ts'
import { Query } from '../../reference/service/http/query.ts'
import {
  type Condition,
  listConditions,
  searchConditions,
  workspaceConditions,
} from '../../reference/service/products/list-products.ts'
import { workspaceRow } from '../../reference/service/workspaces/workspace.ts'
import { firstWorkspace } from './first-workspace.ts'
import { defineFaults } from './fault.ts'

/** Faults in which products a list has, and for whom. */
export const productListFaults = defineFaults({
  'product-list-reaches-across-organizations': {
    title: 'lists the products of all organizations if no workspace is given',
    breaks: ['AUTH-09'],
    changes: [listed(({ workspaceId, found }) => (workspaceId === undefined ? [anybodys, ...found] : undefined))],
  },
  'search-in-a-workspace-reaches-across-organizations': {
    title: 'searches the products of every organization and workspace if a workspace is given',
    breaks: ['AUTH-09', 'PROD-35'],
    changes: [
      listed(({ workspaceId, text, found }) =>
        workspaceId !== undefined && text !== undefined ? [anybodys, ...found] : undefined,
      ),
    ],
  },
  'search-reaches-across-organizations': {
    title: 'searches the products of every organization',
    breaks: ['AUTH-09'],
    changes: [
      listed(({ workspaceId, text, found }) =>
        workspaceId === undefined && text !== undefined ? [anybodys, ...found] : undefined,
      ),
    ],
  },
  'product-list-of-foreign-workspace': {
    title: "lists the products of another organization's workspace",
    breaks: ['AUTH-21'],
    changes: [listed(({ foreign, found }) => (foreign === undefined ? undefined : [foreign, ...found]))],
  },
  'search-in-foreign-workspace': {
    title: 'searches a foreign workspace',
    breaks: ['AUTH-21'],
    changes: [
      listed(({ foreign, text, found }) =>
        foreign === undefined || text === undefined ? undefined : [foreign, ...found],
      ),
    ],
  },
  'search-finds-own-products-only': {
    title: 'finds only products that the asking user created',
    breaks: ['AUTH-23'],
    changes: [
      alsoAsks(({ workspaceId, text, caller }) =>
        workspaceId === undefined || text === undefined
          ? undefined
          : { sql: 'products.created_by = ?', values: [caller.userId] },
      ),
    ],
  },
  'one-of-products-of-a-name-is-found': {
    title: 'finds only the first of several products with the same name',
    breaks: ['PROD-20'],
    changes: [
      alsoAsks(({ text }) =>
        text === undefined
          ? undefined
          : {
              sql: 'products.sequence IN (SELECT MIN(sequence) FROM products GROUP BY workspace_id, name)',
              values: [],
            },
      ),
    ],
  },
  'search-gives-a-row-for-each-item': {
    title: 'finds a product once for each of its items',
    breaks: ['PAGE-16'],
    changes: [
      replace(listPage, (sound) => (deployment, request, selection) => {
        const isSearch = selection.sql.includes('FROM products') && new Query(request).text('q') !== undefined
        const sql = `SELECT found.* FROM (${selection.sql}) AS found LEFT JOIN items ON items.product_id = found.id`
        return sound(
          deployment,
          request,
          isSearch ? { ...selection, sql: `${sql} ORDER BY found.sequence` } : selection,
        )
      }),
    ],
  },
  'product-list-escapes-descriptions': {
    title: 'escapes descriptions of products for HTML in lists',
    breaks: ['PROD-32'],
    changes: [
      answersOf({ routes: ['GET /products'] }, (answer) =>
        withEntries(answer, (entry) => {
          const { description } = entry
          if (typeof description !== 'string') return entry
          return { ...entry, description: description.replaceAll('&', '&amp;').replaceAll('<', '&lt;') }
        }),
      ),
    ],
  },
  'workspace-filter-forgotten': {
    title: 'lists the products of all workspaces, whichever is given',
    breaks: ['PROD-35'],
    changes: [
      replace(workspaceConditions, (sound) => (deployment, query, caller) => {
        sound(deployment, query, caller)
        return []
      }),
    ],
  },
  'new-product-listed-late': {
    title: 'lists a new product a second after its creation',
    breaks: ['GEN-06'],
    byTheClock: true,
    changes: [
      alsoAsks(({ text }) =>
        text === undefined
          ? { sql: 'products.created_at < ?', values: [new Date(Date.now() - 1000).toISOString()] }
          : undefined,
      ),
    ],
  },
  'products-with-emoji-in-names-are-not-listed': {
    title: 'does not list products with emoji in their name',
    breaks: ['PROD-20'],
    changes: [alsoAsks(() => ({ sql: "products.name NOT GLOB '*[😀-😏]*'", values: [] }))],
  },
  'bare-products-with-long-names-are-not-listed': {
    title: 'does not list products with a name of 160 characters or more and no description',
    breaks: ['PROD-20'],
    changes: [
      alsoAsks(() => ({ sql: '(length(products.name) < 160 OR products.description IS NOT NULL)', values: [] })),
    ],
  },
  'products-of-one-name-change-places': {
    title: 'sorts search results only by name, so products with the same name swap pages',
    breaks: ['PAGE-18'],
    changes: [
      replace(listPage, (sound) => (deployment, request, selection) => {
        // In a list that is not narrowed down, whether products of one name stand beside each other is chance.
        if (new Query(request).text('q') === undefined) return sound(deployment, request, selection)
        const direction = Number(new Query(request).text('offset') ?? 0) > 0 ? 'DESC' : 'ASC'
        const order = `ORDER BY products.name, products.sequence ${direction}`
        const sql = selection.sql.replace(/ORDER BY products\.sequence \w+$/u, order)
        return sound(deployment, request, { ...selection, sql })
      }),
    ],
  },
  'list-shows-the-first-workspace': {
    title: 'returns the workspace of the first product for every product of the unfiltered list',
    breaks: ['PROD-03'],
    changes: [
      answersOf({ routes: ['GET /products'] }, (answer, deployment) => {
        if (new Query(answer.request).text('workspace_id') !== undefined) return answer
        const first = firstWorkspace(deployment)?.id
        return withEachRecord(answer, (record) =>
          'workspace_id' in record ? { ...record, workspace_id: first } : record,
        )
      }),
    ],
  },
})

interface Asked {
  readonly workspaceId: string | undefined
  readonly text: string | undefined
  readonly caller: Caller
  /** The conditions of the search text. */
  readonly found: readonly Condition[]
  /** The condition of the workspace, if it is another organization's. */
  readonly foreign: Condition | undefined
}

const anybodys: Condition = { sql: 'TRUE', values: [] }

/** The list has other conditions; undefined leaves them to the sound rule. */
function listed(conditions: (asked: Asked) => readonly Condition[] | undefined): RuleChange {
  return replace(
    listConditions,
    (sound) => (deployment, query, caller) =>
      conditions(asked(deployment, query, caller)) ?? sound(deployment, query, caller),
  )
}

/** The list has one condition more, unless it is undefined. */
function alsoAsks(condition: (asked: Asked) => Condition | undefined): RuleChange {
  return replace(listConditions, (sound) => (deployment, query, caller) => {
    const conditions = sound(deployment, query, caller)
    const more = condition(asked(deployment, query, caller))
    return more === undefined ? conditions : [...conditions, more]
  })
}

function asked(deployment: Deployment, query: Query, caller: Caller): Asked {
  const workspaceId = query.text('workspace_id')
  const workspace = workspaceId === undefined ? undefined : workspaceRow(deployment, workspaceId)
  const isForeign = workspace !== undefined && workspace.organization_id !== caller.organizationId
  return {
    workspaceId,
    text: query.text('q'),
    caller,
    found: searchConditions(deployment, query),
    foreign: isForeign ? { sql: 'products.workspace_id = ?', values: [workspace.id] } : undefined,
  }
}
