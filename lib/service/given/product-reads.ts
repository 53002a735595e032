import type { Exchange } from '../../client/exchange.ts'
import type { Api } from '../../run/api.ts'
import { requireSuccess } from './require-success.ts'
import type { MadeProduct } from './made-product.ts'
import { entriesOf, idsOf } from '../../run/answer.ts'
import type { Reads } from './reads.ts'

export interface ProductReads {
  /** GET of a product of this run. Blocked by PROD-19 if the target does not return it. */
  readProduct(id: string): Promise<Exchange>
  /**
   * The answer to a search in a workspace, and the ids that it finds (at most 200, lower case). Blocked by PROD-36 if the target
   * rejects it.
   */
  search(workspaceId: string, text: string): Promise<Found>
  /** The same as `search`, but a rejected search finds nothing. */
  trySearch(workspaceId: string, text: string): Promise<Found>
  /** Whether a list of products contains this one. */
  lists(list: Exchange, product: Pick<MadeProduct, 'id'>): boolean
}

export interface Found {
  readonly exchange: Exchange
  readonly ids: readonly string[]
  /** The page is not full, so the search did not find the rest. */
  readonly complete: boolean
}

/** Less than the largest page: a target that is wrong about that one can still be searched. */
const page = 100

/** Reads of products that checks look at. */
export function createProductReads(api: Api, reads: Reads): ProductReads {
  const trySearch: ProductReads['trySearch'] = async (workspaceId, text) => {
    const exchange = await reads.listProducts(workspaceId, { query: { q: text, limit: page } })
    return { exchange, ids: idsOf(exchange), complete: entriesOf(exchange).length < page }
  }
  return {
    trySearch,
    readProduct: async (id) => requireSuccess(await api.send('getProduct', { path: { product_id: id } }), 'PROD-19'),
    search: async (workspaceId, text) => {
      const found = await trySearch(workspaceId, text)
      requireSuccess(found.exchange, 'PROD-36')
      return found
    },
    lists: (list, { id }) => idsOf(list).includes(id.toLowerCase()),
  }
}
