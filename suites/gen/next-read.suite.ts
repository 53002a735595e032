import { setTimeout as delay } from 'node:timers/promises'
import { entriesOf, entryOf, fieldOf, scenario, type CheckContext, type Exchange, type RequirementId } from '#suite'

type Sources = Pick<CheckContext, 'api' | 'given' | 'session'>

interface Written {
  readonly write: () => Promise<Exchange>
  /** What the write is judged by, where it is refused. */
  readonly by: RequirementId
  readonly read: () => Promise<Exchange>
  readonly shows: (read: Exchange) => boolean
}

const isGone = (read: Exchange): boolean => read.status === 404 || fieldOf(read, 'deleted') === true

const products: Readonly<Record<string, (sources: Sources) => Promise<Written>>> = {
  'a read of a changed product': async ({ api, given }) => {
    const { id } = await given.product({ description: 'before' })
    return {
      write: () => given.update(id, { description: 'after' }),
      by: 'PROD-41',
      read: () => api.send('getProduct', { path: { product_id: id } }),
      shows: (read) => fieldOf(read, 'description') === 'after',
    }
  },
  'a list with a changed product': async ({ given }) => {
    const { id, workspaceId, body } = await given.product({ description: 'before' })
    return {
      write: () => given.update(id, { description: 'after' }),
      by: 'PROD-41',
      read: () => given.listProducts(workspaceId, { query: { q: body.name } }),
      shows: (listed) => entryOf(listed, id)?.['description'] === 'after',
    }
  },
  'a search by the new name of a product': async ({ given }) => {
    const { id, workspaceId } = await given.product()
    const name = given.name()
    return {
      write: () => given.update(id, { name }),
      by: 'PROD-41',
      read: () => given.listProducts(workspaceId, { query: { q: name } }),
      shows: (listed) => entryOf(listed, id)?.['name'] === name,
    }
  },
  'a search by the former name of a product': async ({ given }) => {
    const { id, workspaceId, body } = await given.product()
    return {
      write: () => given.update(id, { name: given.name() }),
      by: 'PROD-41',
      read: () => given.listProducts(workspaceId, { query: { q: body.name } }),
      shows: (listed) => entryOf(listed, id) === undefined,
    }
  },
  'a list with a new product': async ({ given }) => {
    const body = await given.productBody()
    return {
      write: () => given.createProduct(body),
      by: 'PROD-17',
      read: () => given.listProducts(body.workspace_id, { query: { q: body.name } }),
      shows: (listed) => entriesOf(listed).some(({ name }) => name === body.name),
    }
  },
  'a read of a deleted product': async ({ api, given }) => {
    const path = { product_id: (await given.product()).id }
    return {
      write: () => api.send('deleteProduct', { path }),
      by: 'PROD-52',
      read: () => api.send('getProduct', { path }),
      shows: isGone,
    }
  },
  'a list without a deleted product': async ({ api, given }) => {
    const { id, workspaceId, body } = await given.product()
    return {
      write: () => api.send('deleteProduct', { path: { product_id: id } }),
      by: 'PROD-52',
      read: () => given.listProducts(workspaceId, { query: { q: body.name } }),
      shows: (listed) => listed.status === 200 && entryOf(listed, id) === undefined,
    }
  },
}

const others: Readonly<Record<string, (sources: Sources) => Promise<Written>>> = {
  'a read of a changed item': async ({ api, given }) => {
    const path = { item_id: (await given.item()).id }
    return {
      write: () => api.send('updateItem', { path, json: { description: 'after' } }),
      by: 'ITEM-06',
      read: () => api.send('getItem', { path }),
      shows: (read) => fieldOf(read, 'description') === 'after',
    }
  },
  'a list with a new item': async ({ api, given, session }) => {
    const product = await given.product()
    const query = await session.dialect.listQuery('listItems', { productId: product.id })
    let made: unknown
    return {
      write: async () => {
        const { exchange } = await given.item({ product })
        made = fieldOf(exchange, 'id')
        return exchange
      },
      by: 'ITEM-03',
      read: () => api.send('listItems', { query: { ...query, limit: 200 } }),
      shows: (listed) => entryOf(listed, String(made)) !== undefined,
    }
  },
  'a list without a deleted item': async ({ api, given, session }) => {
    const { id, product } = await given.item()
    const query = await session.dialect.listQuery('listItems', { productId: product.id })
    return {
      write: () => api.send('deleteItem', { path: { item_id: id } }),
      by: 'ITEM-07',
      read: () => api.send('listItems', { query: { ...query, limit: 200 } }),
      shows: (listed) => listed.status >= 200 && entryOf(listed, id) === undefined,
    }
  },
  'a list with a new property': async ({ given }) => {
    const item = await given.item()
    let made: unknown
    return {
      write: async () => {
        const { exchange } = await given.property('text', { item })
        made = fieldOf(exchange, 'id')
        return exchange
      },
      by: 'PROP-29',
      read: () => given.listProperties(item.id),
      shows: (listed) => entryOf(listed, String(made)) !== undefined,
    }
  },
  'a list without a deleted property': async ({ api, given }) => {
    const { id, item } = await given.property('text')
    return {
      write: () => api.send('deleteProperty', { path: { property_id: id } }),
      by: 'PROP-34',
      read: () => given.listProperties(item.id),
      shows: (listed) => listed.status >= 200 && entryOf(listed, id) === undefined,
    }
  },
  'a read of a changed file': async ({ api, given }) => {
    const path = { file_id: (await given.file((await given.item()).id)).id }
    const userTitle = given.name()
    return {
      write: () => api.send('updateFile', { path, json: { userTitle } }),
      by: 'FILE-14',
      read: () => api.send('getFile', { path }),
      shows: (read) => fieldOf(read, 'userTitle') === userTitle,
    }
  },
}

/** Until when a late read counts as late, and not as one that never comes. */
const latest = 4_000
const betweenReads = 400

for (const [what, prepare] of Object.entries({ ...products, ...others }))
  scenario(
    `${what} shows what was just written`,
    { verifies: ['GEN-06'], needs: ['write'] },
    async ({ api, given, session, verify }) => {
      const { write, by, read, shows } = await prepare({ api, given, session })
      // What is kept for the next reader shows only where somebody has read before.
      await read()
      given.requireSuccess(await write(), by)
      const first = await read()
      const late = shows(first) ? undefined : await comesLate(read, shows)
      // What never shows is no matter of time, and breaks the rule about what was written.
      if (late === false) given.untestable({ reason: 'blocked', blockedBy: [by], cause: `${what} never shows it` })
      verify('GEN-06', first).that({
        claim: `${what} shows what was just written`,
        holds: late === undefined,
        expected: 'the state after the write',
        received: 'the state before it, and the new one later',
      })
    },
  )

const isChanged = (read: Exchange): boolean => fieldOf(read, 'description') === 'after'

scenario(
  'a read with another key shows what was just written',
  { verifies: ['GEN-06'], needs: ['write', 'same-org-key|control:create-key'], causedBy: ['AUTH-23'] },
  async ({ api, given, verify }) => {
    const as = 'same-organization'
    const { id } = await given.product({ description: 'before' })
    const read = (): Promise<Exchange> => api.send('getProduct', { path: { product_id: id }, as })
    // What is kept for a reader shows only where that one has read before.
    given.requireSuccess(await read(), 'AUTH-23')
    given.requireSuccess(await given.update(id, { description: 'after' }), 'PROD-41')
    const first = await read()
    if (!isChanged(first) && !(await comesLate(read, isChanged)))
      given.untestable({ reason: 'blocked', blockedBy: ['PROD-41'], cause: 'the update never shows' })
    verify('GEN-06', first).that({
      claim: 'a read with another key shows what was just written',
      holds: isChanged(first),
      expected: 'the state after the write',
      received: 'the state before it, and the new one later',
      hint: 'each user may have a cache, of which only that of the writer is emptied',
    })
  },
)

async function comesLate(read: Written['read'], shows: Written['shows']): Promise<boolean> {
  const end = Date.now() + latest
  while (Date.now() < end) {
    await delay(betweenReads)
    if (shows(await read())) return true
  }
  return false
}
