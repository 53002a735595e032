import type { Exchange, Identity } from '../../client/exchange.ts'
import type { QueryValue } from '../../client/request-description.ts'
import type { Api } from '../../run/api.ts'
import type { Session } from '../../run/session.ts'

export interface ReadOptions {
  readonly query?: Readonly<Record<string, QueryValue>>
  readonly as?: Identity
  readonly broken?: string
}

export interface Reads {
  /** GET of the products of one workspace, with the target's name of the parameter. */
  listProducts(workspaceId: string, options?: ReadOptions): Promise<Exchange>
  /** GET of the properties of one item, with the target's name of the parameter. */
  listProperties(itemId: string, options?: ReadOptions): Promise<Exchange>
}

/** Lists whose parameter names the contract leaves open. */
export function createReads(api: Api, session: Session): Reads {
  return {
    listProducts: async (workspaceId, { query = {}, ...rest } = {}) => {
      const parameter = await session.dialect.workspaceParameter()
      return api.send('listProducts', { ...rest, query: { [parameter]: workspaceId, ...fromTheStart(query) } })
    },
    listProperties: async (itemId, { query = {}, ...rest } = {}) => {
      const parameter = await session.dialect.itemParameter(itemId)
      return api.send('listProperties', { ...rest, query: { [parameter]: itemId, ...fromTheStart(query) } })
    },
  }
}

/** A page size alone means the first page: another rule judges if lists start by default. */
function fromTheStart(query: Readonly<Record<string, QueryValue>>): Readonly<Record<string, QueryValue>> {
  return 'limit' in query ? { offset: 0, ...query } : query
}
