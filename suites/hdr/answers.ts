import { randomUUID } from 'node:crypto'
import { endpointIds, endpoints, entriesOf, requestById, type CheckContext, type Exchange } from '#suite'

type Sources = Pick<CheckContext, 'api' | 'given' | 'session'>
export type Headers = Readonly<Record<string, string>>

/** A way to one kind of answer, with headers of the check's own. */
export interface AnswerKind {
  readonly what: string
  readonly ask: (headers: Headers) => Promise<Exchange>
}

const reading = endpointIds.filter((id) => endpoints[id].method === 'GET')

/** Successes and errors of every endpoint that reads, a download among them where there is a file. */
export async function answersToReads({ api, given, session }: Sources): Promise<readonly AnswerKind[]> {
  const workspace = await given.workspace()
  const [file] = entriesOf(await api.send('listFiles', { query: { limit: 1 } }))
  const file_id = typeof file?.['id'] === 'string' ? file['id'] : undefined
  const needed = await session.dialect.listQuery('listProducts', { workspaceId: workspace })
  return [
    { what: 'a workspace', ask: (headers) => api.raw({ ...requestById('getWorkspace', workspace), headers }) },
    { what: 'a list of products', ask: (headers) => api.send('listProducts', { query: needed, headers }) },
    { what: 'a list of users', ask: (headers) => api.send('listOrganizationUsers', { headers }) },
    ...reading.map((id): AnswerKind => ({
      what: `${id} of nothing`,
      ask: (headers) => api.raw({ ...requestById(id, randomUUID()), headers }),
    })),
    {
      what: 'a query out of range',
      ask: (headers) => api.send('listWorkspaces', { query: { limit: 0 }, headers, broken: 'limit 0' }),
    },
    ...(file_id === undefined
      ? []
      : [{ what: 'a download', ask: (headers: Headers) => api.send('downloadFile', { path: { file_id }, headers }) }]),
  ]
}

/** Successes and errors of writes. */
export async function answersToWrites({ api, given }: Sources): Promise<readonly AnswerKind[]> {
  const { id, body } = await given.product()
  const update = { description: 'a change' }
  return [
    { what: 'a creation', ask: async (headers) => given.createProduct(await given.productBody(), { headers }) },
    { what: 'an update', ask: (headers) => given.update(id, update, { headers }) },
    {
      what: 'a deletion',
      ask: async (headers) => api.send('deleteProduct', { path: { product_id: (await given.product()).id }, headers }),
    },
    {
      what: 'a refused update',
      ask: (headers) => given.update(id, { name: '' }, { headers, broken: 'an empty name' }),
    },
    {
      what: 'a collision',
      ask: async (headers) => given.createProduct({ ...body, name: given.name() }, { headers }),
    },
    {
      what: 'malformed JSON',
      ask: (headers) =>
        api.send('updateProduct', {
          path: { product_id: id },
          rawBody: '{"name":',
          contentType: 'application/json',
          headers,
          broken: 'malformed JSON',
        }),
    },
    {
      what: 'an upload to nothing',
      ask: (headers) =>
        api.send('uploadFile', { path: { target_id: randomUUID() }, form: [given.filePart()], headers }),
    },
  ]
}

/** Successes and errors of everything that a run may make: each endpoint may answer by a way of its own. */
export async function answersAboutOwnThings({ api, given }: Sources): Promise<readonly AnswerKind[]> {
  const { item, ...property } = await given.property('text')
  const { id: file_id, part } = await given.file(item.id)
  const path = { product_id: item.product.id, item_id: item.id, property_id: property.id, file_id }
  const reads = ['getProduct', 'getItem', 'getProperty', 'getFile', 'downloadFile'] as const
  const lists = ['listItems', 'listProperties', 'listFiles'] as const
  const updates = ['updateItem', 'updateProperty', 'updateFile'] as const
  return [
    ...reads.map((id): AnswerKind => ({ what: id, ask: (headers) => api.send(id, { path, headers }) })),
    ...lists.map((id): AnswerKind => ({ what: id, ask: (headers) => api.send(id, { query: { limit: 1 }, headers }) })),
    ...updates.map((id): AnswerKind => ({
      what: id,
      ask: (headers) => api.send(id, { path, json: { description: `changed ${given.word()}` }, headers }),
    })),
    ...updates.map((id): AnswerKind => ({
      what: `${id} that is refused`,
      ask: (headers) => api.send(id, { path, json: { description: 5 }, headers, broken: 'a number as description' }),
    })),
    {
      what: 'createItem',
      ask: async (headers) => api.send('createItem', { json: await given.itemBody(item.product), headers }),
    },
    {
      what: 'createProperty',
      ask: async (headers) => api.send('createProperty', { json: await given.propertyBody('text', item), headers }),
    },
    {
      what: 'deleteProperty',
      ask: async (headers) =>
        api.send('deleteProperty', { path: { property_id: (await given.property('text', { item })).id }, headers }),
    },
    {
      what: 'deleteItem',
      ask: async (headers) =>
        api.send('deleteItem', { path: { item_id: (await given.item({ product: item.product })).id }, headers }),
    },
    {
      what: 'uploadFile',
      ask: (headers) =>
        api.send('uploadFile', {
          path: { target_id: item.id },
          form: [given.filePart({ bytes: part.bytes }), allowed],
          headers,
        }),
    },
    {
      what: 'uploadFile of a duplicate',
      ask: (headers) =>
        api.send('uploadFile', {
          path: { target_id: item.id },
          form: [given.filePart({ bytes: part.bytes })],
          headers,
        }),
    },
    {
      what: 'uploadFile without a file',
      ask: (headers) =>
        api.send('uploadFile', { path: { target_id: item.id }, form: [allowed], headers, broken: 'no file' }),
    },
  ]
}

const allowed = { name: 'allow_duplicate', value: 'true' }
