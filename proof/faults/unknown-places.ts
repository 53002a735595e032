import type { RequestChange } from '../changes/change.ts'
import { requestsOf } from '../changes/requests.ts'
import { without } from '../changes/without.ts'
import { defineFaults } from './fault.ts'

/** Faults in which a place that is not found counts as one that was not asked for. */
export const unknownPlaceFaults = defineFaults({
  'unknown-workspace-lists-all-products': {
    title: 'lists the products of every workspace if the given one is unknown',
    breaks: ['PROD-35'],
    changes: [forgetsUnknown({ route: 'GET /products', parameter: 'workspace_id', table: 'workspaces' })],
  },
  'unknown-product-lists-all-items': {
    title: 'lists the items of every product if the given one is unknown',
    breaks: ['ITEM-14'],
    changes: [forgetsUnknown({ route: 'GET /items', parameter: 'product_id', table: 'products' })],
  },
  'unknown-item-lists-all-properties': {
    title: 'lists the properties of every item if the given one is unknown',
    breaks: ['PROP-19'],
    changes: [forgetsUnknown({ route: 'GET /properties', parameter: 'item_id', table: 'items' })],
  },
  'unknown-item-lists-all-properties-with-the-deleted': {
    title: 'lists the properties of every item with includeDeleted if the given item is unknown',
    breaks: ['PROP-19'],
    changes: [
      forgetsUnknown({ route: 'GET /properties', parameter: 'item_id', table: 'items' }, ({ includeDeleted }) =>
        /^true$/iu.test(String(includeDeleted)),
      ),
    ],
  },
})

interface Place {
  readonly route: string
  readonly parameter: string
  readonly table: 'workspaces' | 'products' | 'items'
}

type Asked = Readonly<Record<string, unknown>>

/** A list of what has no such id is asked for without it; published items are known by ids of their own. */
function forgetsUnknown(
  { route, parameter, table }: Place,
  isMeant: (query: Asked) => boolean = ({ version }) => version === undefined,
): RequestChange {
  return requestsOf([route], (sent, { store }) => {
    const asked = sent.query[parameter]
    if (typeof asked !== 'string' || !isMeant(sent.query)) return sent
    const known = store.get(`SELECT 1 FROM ${table} WHERE id = ?`, asked.toLowerCase())
    return known === undefined ? { ...sent, query: without(sent.query, parameter) } : sent
  })
}
