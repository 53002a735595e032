import {
  Undiscovered,
  UntestedError,
  listNames,
  lists,
  type CheckContext,
  type EndpointId,
  type Exchange,
} from '#suite'

export type Requests = ReadonlyMap<EndpointId, () => Promise<Exchange>>

type Sources = Pick<CheckContext, 'api' | 'given' | 'session'>

const pace = false

/**
 * A valid request to each endpoint that the run may call, ready to be sent when the limit is spent. What is changed was read before:
 * a read in between would wait for the next window.
 */
export async function requestsToEndpoints(sources: Sources): Promise<Requests> {
  const writes = sources.session.configuration.mode === 'read-write'
  const parts = [toLists, toRecords, ...(writes ? [toProducts, toItems, toProperties, toFiles] : [])]
  const requests = new Map<EndpointId, () => Promise<Exchange>>()
  for (const part of parts)
    try {
      for (const [endpoint, send] of await part(sources)) requests.set(endpoint, send)
    } catch (error) {
      // What is not there or cannot be made is left out.
      if (!(error instanceof UntestedError) && !(error instanceof Undiscovered)) throw error
    }
  return requests
}

type Part = (sources: Sources) => Promise<Requests>

const toLists: Part = async ({ api, given }) => {
  const queries = await Promise.all(listNames.map(async (name) => [name, await given.listQuery(name)] as const))
  return new Map(
    queries.map(([name, query]) => {
      const { endpoint } = lists[name]
      return [endpoint, async () => api.send(endpoint, { query: { ...query, limit: 1 }, pace })] as const
    }),
  )
}

const toRecords: Part = async ({ api, given }) => {
  const workspace_id = await given.listedId('workspaces')
  const product_id = await given.listedId('products')
  const item_id = await given.listedId('items')
  const property_id = await given.listedId('properties')
  const file_id = await given.listedId('files')
  return new Map<EndpointId, () => Promise<Exchange>>([
    ['getWorkspace', async () => api.send('getWorkspace', { path: { workspace_id }, pace })],
    ['getProduct', async () => api.send('getProduct', { path: { product_id }, pace })],
    ['getItem', async () => api.send('getItem', { path: { item_id }, pace })],
    ['getProperty', async () => api.send('getProperty', { path: { property_id }, pace })],
    ['getFile', async () => api.send('getFile', { path: { file_id }, pace })],
    ['downloadFile', async () => api.send('downloadFile', { path: { file_id }, pace })],
  ])
}

const toProducts: Part = async ({ api, given }) => {
  const product = await given.product()
  await given.read('product', product.id)
  const body = await given.productBody()
  return new Map<EndpointId, () => Promise<Exchange>>([
    ['createProduct', async () => given.createProduct(body, { pace })],
    ['updateProduct', async () => given.update(product.id, { description: 'changed' }, { pace })],
    ['deleteProduct', async () => api.send('deleteProduct', { path: { product_id: product.id }, pace })],
  ])
}

const toItems: Part = async ({ api, given, session }) => {
  const product = await given.product()
  const path = { item_id: (await given.item({ product })).id }
  await given.read('item', path.item_id)
  const json = await given.itemBody(product)
  const several = await session.dialect.itemBulkBody([given.placeIn(product), given.placeIn(product)])
  return new Map<EndpointId, () => Promise<Exchange>>([
    ['createItem', async () => api.send('createItem', { json, pace })],
    ['updateItem', async () => api.send('updateItem', { path, json: { description: 'changed' }, pace })],
    ['deleteItem', async () => api.send('deleteItem', { path, pace })],
    ['createItemsInBulk', async () => api.send('createItemsInBulk', { json: several, pace })],
  ])
}

const toProperties: Part = async ({ api, given, session }) => {
  const item = await given.item()
  const path = { property_id: (await given.property('text', { item })).id }
  await given.read('property', path.property_id)
  const json = await given.propertyBody('text', item)
  const places = [given.placeIn(item.product, item), given.placeIn(item.product, item)]
  const several = await session.dialect.propertyBulkBody(places)
  return new Map<EndpointId, () => Promise<Exchange>>([
    ['createProperty', async () => api.send('createProperty', { json, pace })],
    ['updateProperty', async () => api.send('updateProperty', { path, json: { description: 'changed' }, pace })],
    ['deleteProperty', async () => api.send('deleteProperty', { path, pace })],
    ['createPropertiesInBulk', async () => api.send('createPropertiesInBulk', { json: several, pace })],
  ])
}

const toFiles: Part = async ({ api, given }) => {
  const item = await given.item()
  const file = await given.file(item.id)
  await given.read('file', file.id)
  const form = [given.filePart()]
  return new Map<EndpointId, () => Promise<Exchange>>([
    ['uploadFile', async () => api.send('uploadFile', { path: { target_id: item.id }, form, pace })],
    [
      'updateFile',
      async () => api.send('updateFile', { path: { file_id: file.id }, json: { description: 'changed' }, pace }),
    ],
  ])
}
