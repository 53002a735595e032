import type { Exchange } from '../../client/exchange.ts'
import type { Api } from '../api.ts'
import { accepted } from './accepted.ts'
import type { MadeProduct } from './made-product.ts'
import { entriesOf, idsOf } from './read-answer.ts'
import type { Reads } from './reads.ts'

export interface ProductReads {
  /** GET a product of this run. Blocked by PROD-19 where it is not given. */
  readProduct(id: string): Promise<Exchange>
  /** The ids that a search finds in a workspace, at most 200 of them, lower case, and the answer. Blocked by PAGE-01 where there is no list. */
  search(workspaceId: string, text: string): Promise<Found>
  /** Whether a list of products has this one. */
  lists(list: Exchange, product: Pick<MadeProduct, 'id'>): boolean
}

export interface Found {
  readonly exchange: Exchange
  readonly ids: readonly string[]
  /** The page is not full: what it does not have, the search did not find. */
  readonly complete: boolean
}

const page = 200

/** Reads of products that checks look at. */
export function createProductReads(api: Api, reads: Reads): ProductReads {
  return {
    readProduct: async (id) => accepted(await api.send('getProduct', { path: { product_id: id } }), 'PROD-19'),
    search: async (workspaceId, text) => {
      const exchange = accepted(await reads.listProducts(workspaceId, { query: { q: text, limit: page } }), 'PAGE-05')
      return { exchange, ids: idsOf(exchange), complete: entriesOf(exchange).length < page }
    },
    lists: (list, { id }) => idsOf(list).includes(id.toLowerCase()),
  }
}
