import { entriesOf, entryOf, fieldOf, sameId, asText, succeeded } from '#suite'
import type { Exchange, MadeFile, MadeItem, Sources, Given } from '#suite'
import type { View, PreparedWrite } from './view.ts'
import { sharedItem } from '../shared/shared-place.ts'

const isGone = (read: Exchange): boolean => read.status === 404 || fieldOf(read, 'deleted') === true
const after = { description: 'after' }
const isAfter = ({ json }: Pick<Exchange, 'json'>): boolean => fieldOf({ json }, 'description') === after.description

function listsAfter(id: string): View['shows'] {
  return (listed) => isAfter({ json: entryOf(listed, id) })
}

/** Changed, created and deleted things of each kind, each by id and in its list. */
export const writes: Readonly<Record<string, (sources: Sources) => Promise<PreparedWrite>>> = {
  'a change of a product': async ({ given }) => {
    const { id, workspaceId, body } = await given.product({ description: 'described' })
    return {
      write: () => given.update(id, after),
      by: 'PROD-41',
      views: {
        'the read': { read: () => given.read('product', id), shows: isAfter },
        'the list': { read: () => given.listProducts(workspaceId, { query: { q: body.name } }), shows: listsAfter(id) },
      },
    }
  },
  'a new name of a product': async ({ given }) => {
    const { id, workspaceId, body } = await given.product()
    const name = given.name()
    const search = (q: string) => () => given.listProducts(workspaceId, { query: { q } })
    return {
      write: () => given.update(id, { name }),
      by: 'PROD-41',
      views: {
        'a search for the new name': { read: search(name), shows: (list) => entryOf(list, id)?.['name'] === name },
        'a search for the former name': { read: search(body.name), shows: (list) => entryOf(list, id) === undefined },
      },
    }
  },
  'a new product': async ({ given }) => {
    const body = await given.productBody()
    let made: unknown
    return {
      write: async () => {
        const exchange = await given.createProduct(body)
        made = fieldOf(exchange, 'id')
        return exchange
      },
      by: 'PROD-17',
      views: {
        'the read': readById('product', () => made, given),
        'the list': {
          read: () => given.listProducts(body.workspace_id, { query: { q: body.name } }),
          shows: (listed) => entriesOf(listed).some(({ name }) => name === body.name),
        },
      },
    }
  },
  'the deletion of a product': async ({ given }) => {
    const { id, workspaceId, body } = await given.product()
    return {
      write: () => given.remove('product', id),
      by: 'PROD-52',
      views: {
        'the read': { read: () => given.read('product', id), shows: isGone },
        'the list': {
          read: () => given.listProducts(workspaceId, { query: { q: body.name } }),
          shows: (listed) => succeeded(listed) && entryOf(listed, id) === undefined,
        },
      },
    }
  },
  'a change of an item': async (sources) => {
    const { api, given } = sources
    const { id, product } = await given.item({ product: (await sharedItem(sources, 'next reads')).product })
    return {
      write: () => api.send('updateItem', { path: { item_id: id }, json: after }),
      by: 'ITEM-06',
      views: {
        'the read': { read: () => given.read('item', id), shows: isAfter },
        'the list': { read: await itemList(sources, product.id), shows: listsAfter(id) },
      },
    }
  },
  'a new item': async (sources) => {
    const { given } = sources
    // It has an item already: what a list of one does not show would appear when another check makes a second.
    const { product } = await sharedItem(sources, 'next reads')
    let made: unknown
    return {
      write: async () => {
        const { exchange } = await given.item({ product })
        made = fieldOf(exchange, 'id')
        return exchange
      },
      by: 'ITEM-03',
      views: {
        'the read': readById('item', () => made, given),
        'the list': {
          read: await itemList(sources, product.id),
          shows: (listed) => entryOf(listed, asText(made)) !== undefined,
        },
      },
    }
  },
  'the deletion of an item': async (sources) => {
    const { given } = sources
    const { id, product } = await given.item({ product: (await sharedItem(sources, 'next reads')).product })
    return {
      write: () => given.remove('item', id),
      by: 'ITEM-07',
      views: {
        'the read': { read: () => given.read('item', id), shows: isGone },
        'the list': {
          read: await itemList(sources, product.id),
          shows: (listed) => succeeded(listed) && entryOf(listed, id) === undefined,
        },
      },
    }
  },
  'a change of a property': async (sources) => {
    const { api, given } = sources
    const { id, item } = await given.property('text', { item: await sharedItem(sources, 'next reads') })
    const name = given.name()
    const isNamed = (record: unknown): boolean => fieldOf({ json: record }, 'name') === name
    return {
      write: () => api.send('updateProperty', { path: { property_id: id }, json: { name } }),
      by: 'PROP-33',
      isUnstated: true,
      views: {
        'the read': { read: () => given.read('property', id), shows: ({ json }) => isNamed(json) },
        'the read with its type': {
          read: () => given.read('property', id, { query: { type: 'text' } }),
          shows: ({ json }) => isNamed(json),
        },
        ...propertyLists(sources, item, (listed) => isNamed(entryOf(listed, id))),
      },
    }
  },
  'a new property': async (sources) => {
    const { given } = sources
    // For the same reason it has a property already.
    const { item } = await given.property('text', { item: await sharedItem(sources, 'next reads') })
    let made: unknown
    return {
      write: async () => {
        const { exchange } = await given.property('text', { item })
        made = fieldOf(exchange, 'id')
        return exchange
      },
      by: 'PROP-29',
      views: {
        'the read': readById('property', () => made, given),
        ...propertyLists(sources, item, (listed) => entryOf(listed, asText(made)) !== undefined),
      },
    }
  },
  'the deletion of a property': async (sources) => {
    const { given } = sources
    const { id, item } = await given.property('text', { item: await sharedItem(sources, 'next reads') })
    return {
      write: () => given.remove('property', id),
      by: 'PROP-34',
      views: { ...propertyLists(sources, item, (listed) => succeeded(listed) && entryOf(listed, id) === undefined) },
    }
  },
  'a new title of a file': async (sources) => {
    const { api, given } = sources
    const file = await given.file((await given.fileItem()).id)
    const userTitle = given.name()
    const isTitled = (record: unknown): boolean => fieldOf({ json: record }, 'userTitle') === userTitle
    const page = await pageWith(file, sources)
    return {
      write: () => api.send('updateFile', { path: { file_id: file.id }, json: { userTitle } }),
      by: 'FILE-14',
      views: {
        'the read': { read: () => given.read('file', file.id), shows: ({ json }) => isTitled(json) },
        ...(page && {
          'the list': {
            read: () => api.send('listFiles', { query: page }),
            // lawful: others change the list meanwhile, so that the page no longer has it
            shows: (listed: Exchange) => entryOf(listed, file.id) === undefined || isTitled(entryOf(listed, file.id)),
          },
        }),
      },
    }
  },
}

/** The lists of an item's properties in which one of type text is to be seen. */
function propertyLists({ given }: Sources, { id }: MadeItem, shows: View['shows']): PreparedWrite['views'] {
  return {
    'the list': { read: () => given.listProperties(id), shows },
    'the list filtered by its type': { read: () => given.listProperties(id, { query: { type: 'text' } }), shows },
  }
}

async function itemList({ api, session }: Sources, productId: string): Promise<View['read']> {
  const query = await session.dialect.listQuery('listItems', { productId })
  return () => api.send('listItems', { query: { ...query, limit: 200 } })
}

const around = 25

/** The page of the file list that has a file in its middle; none if the list is too long to be read to its end. */
async function pageWith(
  { id }: MadeFile,
  { api, given }: Sources,
): Promise<Readonly<Record<string, string | number>> | undefined> {
  const { entries, complete } = await given.fileWindow()
  const place = entries.findIndex((entry) => sameId(entry['id'], id))
  if (!complete || place < 0) return undefined
  const page = { ...(await given.listQuery('files')), limit: 2 * around, offset: Math.max(0, place - around) }
  return entryOf(await api.send('listFiles', { query: page }), id) === undefined ? undefined : page
}

/** The read of something by the id that it gets when it is made; before, of an id that nothing has. */
function readById(kind: 'product' | 'item' | 'property', made: () => unknown, given: Given): View {
  return {
    read: async () => {
      const id = made()
      return given.read(kind, typeof id === 'string' ? id : given.unknownId())
    },
    shows: ({ status }) => status === 200,
  }
}
