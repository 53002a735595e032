import { endpointIds, endpoints, entriesOf, requestById, drawId } from '#suite'
import type { Exchange, FormPart, MadeItem, Sources } from '#suite'
import { jsonWrite, jsonWriteNames, type JsonWriteName } from '../shared/json-writes.ts'
import { insteadOf } from '../shared/obstacle.ts'
import { ownPlace } from '../shared/own-place.ts'

export type Headers = Readonly<Record<string, string>>

/** A way to one kind of answer, with headers of the check's own. */
export interface AnswerKind {
  readonly what: string
  readonly ask: (headers: Headers) => Promise<Exchange>
}

const reading = endpointIds.filter((id) => endpoints[id].method === 'GET')

/** Successes and errors of every endpoint that reads, a download among them if there is a file. */
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
      what: `${id} with an unknown id`,
      ask: (headers) => api.raw({ ...requestById(id, drawId()), headers }),
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

/** Successes, rejections and malformed bodies of every write with a JSON body that can be learned. */
export async function answersToWrites(sources: Sources): Promise<readonly AnswerKind[]> {
  const kinds = await Promise.all(jsonWriteNames.map((what) => kindsOfWrite(what, sources).catch(insteadOf(() => []))))
  return [...kinds.flat(), ...(await collisions(sources))]
}

async function kindsOfWrite(what: JsonWriteName, sources: Sources): Promise<readonly AnswerKind[]> {
  const { body, send } = await jsonWrite(what, sources)
  const malformed = { rawBody: '{"name":', contentType: 'application/json', broken: 'malformed JSON' }
  return [
    { what, ask: async (headers) => send({ json: await body(), headers }) },
    {
      what: `${what} with a number as description`,
      ask: async (headers) =>
        send({ json: await body({ description: 5 }), headers, broken: 'a number as description' }),
    },
    { what: `${what} with malformed JSON`, ask: (headers) => send({ ...malformed, headers }) },
  ]
}

async function collisions({ given }: Sources): Promise<readonly AnswerKind[]> {
  const { body } = await given.product()
  return [{ what: 'a collision', ask: (headers) => given.createProduct({ ...body, name: given.name() }, { headers }) }]
}

const allowed = { name: 'allow_duplicate', value: 'true' }

/** Reads, uploads and deletions of what this run has created: each endpoint may answer by a way of its own. */
export async function answersAboutOwnThings(sources: Sources): Promise<readonly AnswerKind[]> {
  const { api, given } = sources
  const place = ownPlace('answers with headers', sources)
  const item = await place.item()
  const [{ id: property_id }, { id: file_id, part }] = [await place.property('text'), await place.file()]
  const path = { product_id: item.product.id, item_id: item.id, property_id, file_id }
  const reads = ['getProduct', 'getItem', 'getProperty', 'getFile', 'downloadFile'] as const
  const lists = ['listItems', 'listProperties', 'listFiles'] as const
  const upload = (what: string, target_id: string, form: readonly FormPart[], broken?: string): AnswerKind => ({
    what,
    ask: (headers) => api.send('uploadFile', { path: { target_id }, form, headers, broken }),
  })
  const again = given.filePart({ bytes: part.bytes })
  return [
    ...reads.map((id): AnswerKind => ({ what: id, ask: (headers) => api.send(id, { path, headers }) })),
    ...lists.map((id): AnswerKind => ({ what: id, ask: (headers) => api.send(id, { query: { limit: 1 }, headers }) })),
    upload('uploadFile', item.id, [again, allowed]),
    upload('uploadFile with a duplicate', item.id, [again]),
    upload('uploadFile without a file', item.id, [allowed], 'no file'),
    upload('uploadFile to an unknown target', drawId(), [given.filePart()]),
    ...deletions(sources, item),
  ]
}

function deletions({ given }: Sources, item: MadeItem): readonly AnswerKind[] {
  const made = {
    product: () => given.emptyProduct(),
    item: () => given.item({ product: item.product }),
    property: () => given.property('text', { item }),
  } as const
  return (['product', 'item', 'property'] as const).map((kind) => ({
    what: `a deletion of a ${kind}`,
    ask: async (headers) => given.remove(kind, (await made[kind]()).id, { headers }),
  }))
}
