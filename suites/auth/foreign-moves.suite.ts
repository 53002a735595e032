import { entriesOf, requestOf, sameId, scenario, type EndpointId, type Exchange, type Sources } from '#suite'
import { type JsonWriteName, requireAccepted } from '../shared/json-writes.ts'
import { ownItem } from '../shared/shared-place.ts'

const as = 'other-organization'

interface Move {
  readonly what: string
  readonly endpoint: EndpointId
  readonly field: 'workspace_id' | 'product_id' | 'item_id'
  readonly id: 'AUTH-20' | 'AUTH-22'
  readonly write: JsonWriteName
  /** Something of this run, and the update that names a foreign parent for it. */
  readonly prepareMove: (sources: Sources) => Promise<Moved>
}

interface Moved {
  readonly id: string
  /** The id of the foreign parent. */
  readonly parent: string
  readonly update: () => Promise<Exchange>
  /** What the second key sees of it, by its id and in the list of the foreign parent. */
  readonly foreignRead: () => Promise<Exchange>
  readonly foreignList: () => Promise<Exchange>
}

// The contract shows no such field of an update: it may be passed over or refused, but nothing may change hands.
const broken = 'an update that names a foreign parent'

const moves: readonly Move[] = [
  {
    what: 'a product moved into a workspace',
    endpoint: 'updateProduct',
    field: 'workspace_id',
    id: 'AUTH-20',
    write: 'updating a product',
    prepareMove: async ({ api, given }) => {
      const { id } = await given.emptyProduct()
      const path = { product_id: id }
      const [name, workspaceId] = [given.name(), await given.foreignId('workspace')]
      return {
        id,
        parent: workspaceId,
        update: () => api.send('updateProduct', { path, json: { name, workspace_id: workspaceId }, broken }),
        foreignRead: () => api.send('getProduct', { path, as }),
        foreignList: () => given.listProducts(workspaceId, { query: { q: name }, as }),
      }
    },
  },
  {
    what: 'an item moved into a product',
    endpoint: 'updateItem',
    field: 'product_id',
    id: 'AUTH-22',
    write: 'updating an item',
    prepareMove: async (sources) => {
      const { api, given, session } = sources
      const { id } = await ownItem(sources)
      const path = { item_id: id }
      const { id: productId, workspaceId } = await given.foreignProduct()
      const json = { description: 'moved', product_id: productId }
      const query = await session.dialect.listQuery('listItems', { productId, workspaceId })
      return {
        id,
        parent: productId,
        update: () => api.send('updateItem', { path, json, broken }),
        foreignRead: () => api.send('getItem', { path, as }),
        foreignList: () => api.send('listItems', { query: { ...query, limit: 200 }, as }),
      }
    },
  },
  {
    what: 'a property moved into an item',
    endpoint: 'updateProperty',
    field: 'item_id',
    id: 'AUTH-22',
    write: 'updating a property',
    prepareMove: async (sources) => {
      const { api, given } = sources
      const { id } = await given.property('text', { item: await ownItem(sources) })
      const path = { property_id: id }
      const { id: itemId } = await given.foreignItem()
      return {
        id,
        parent: itemId,
        update: () => api.send('updateProperty', { path, json: { description: 'moved', item_id: itemId }, broken }),
        foreignRead: () => api.send('getProperty', { path, as }),
        foreignList: () => given.listProperties(itemId, { query: { limit: 200 }, as }),
      }
    },
  },
]

for (const { what, endpoint, field, id, write, prepareMove } of moves)
  scenario(
    `${requestOf(endpoint)} with a foreign ${field} moves nothing`,
    { verifies: [id], needs: ['second-key', 'write'] },
    async (context) => {
      const { verify } = context
      await requireAccepted(write, context)
      const { id: moved, parent, update, foreignRead, foreignList } = await prepareMove(context)
      const answer = await update()
      const hint = 'mass assignment: unknown body fields seem to be stored'
      const of = `the read by the second key of ${what}`
      verify(id, await foreignRead(), [answer]).hasStatus({ except: [200] }, { of, hint })
      const list = await foreignList()
      // One that still names its own parent was not moved: the list shows too much.
      const among = entriesOf(list).filter((entry) => sameId(entry[field] ?? parent, parent))
      verify(id, list, [answer]).omits(moved, { among, mayRefuse: true, hint })
    },
  )
