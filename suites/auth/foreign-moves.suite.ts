import { scenario, type Api, type Exchange, type Given } from '#suite'
import { jsonWrite, type JsonWriteName } from '../subjects/json-writes.ts'

const as = 'other-organization'

interface Move {
  readonly what: string
  readonly id: 'AUTH-20' | 'AUTH-22'
  readonly write: JsonWriteName
  /** Something of this run, and the update that names a foreign parent for it. */
  readonly make: (api: Api, given: Given) => Promise<Moved>
}

interface Moved {
  readonly update: () => Promise<Exchange>
  /** What the second key sees of it. */
  readonly foreignRead: () => Promise<Exchange>
}

// The contract shows no such field of an update: it may be passed over or refused, but nothing may change hands.
const broken = 'an update that names a foreign parent'

const moves: readonly Move[] = [
  {
    what: 'a product into a workspace',
    id: 'AUTH-20',
    write: 'updating a product',
    make: async (api, given) => {
      const path = { product_id: (await given.product()).id }
      const json = { name: given.name(), workspace_id: await given.foreignId('workspace') }
      return {
        update: () => api.send('updateProduct', { path, json, broken }),
        foreignRead: () => api.send('getProduct', { path, as }),
      }
    },
  },
  {
    what: 'an item into a product',
    id: 'AUTH-22',
    write: 'updating an item',
    make: async (api, given) => {
      const path = { item_id: (await given.item()).id }
      const json = { description: 'moved', product_id: (await given.foreignProduct()).id }
      return {
        update: () => api.send('updateItem', { path, json, broken }),
        foreignRead: () => api.send('getItem', { path, as }),
      }
    },
  },
  {
    what: 'a property into an item',
    id: 'AUTH-22',
    write: 'updating a property',
    make: async (api, given) => {
      const path = { property_id: (await given.property('text')).id }
      const json = { description: 'moved', item_id: (await given.foreignItem()).id }
      return {
        update: () => api.send('updateProperty', { path, json, broken }),
        foreignRead: () => api.send('getProperty', { path, as }),
      }
    },
  },
]

for (const { what, id, write, make } of moves)
  scenario(
    `an update moves no ${what.replace(/^an? /, '')} of another organization`,
    { verifies: [id], needs: ['second-key', 'write'] },
    async (context) => {
      const { api, given, verify } = context
      await jsonWrite(write, context)
      const { update, foreignRead } = await make(api, given)
      await update()
      const hint = 'mass assignment: unknown body fields are stored'
      verify(id, await foreignRead()).hasStatus({ except: [200] }, { of: `${what} that the second key reads`, hint })
    },
  )
