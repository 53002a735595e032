import fc from 'fast-check'
import {
  assume,
  blocked,
  each,
  forAll,
  hostileRequestIds,
  isRemainder,
  plainRequestId,
  plainRequestIds,
  scenario,
  unusualRequestIds,
  endpointIds,
  endpoints,
  entriesOf,
  requestById,
  drawId,
} from '#suite'
import type { Given, Exchange, FormPart, MadeItem, Sources } from '#suite'
import { onEveryAnswer } from '../shared/passive-ids.ts'
import { hasRequestId, requestIdHeader as header } from './request-id-header.ts'
import { jsonWrite, jsonWriteNames, type JsonWriteName } from '../shared/json-writes.ts'
import { insteadOf } from '../shared/obstacle.ts'
import { ownPlace } from '../shared/own-place.ts'

const kinds = [
  { of: 'reads', answers: answersToReads, needs: [] },
  { of: 'writes', answers: answersToWrites, needs: ['write'] },
  { of: "requests about the run's own records", answers: answersAboutOwnThings, needs: ['write'] },
] as const

for (const { of, answers, needs } of kinds)
  forAll(
    `answers to ${of} echo the incoming request id`,
    { verifies: ['HDR-02'], covers: ['HDR-01'], needs },
    async ({ api, given, session, verify }) => {
      const every = await answers({ api, given, session })
      const examples = every.map((kind, index): readonly [typeof kind, string] => [
        kind,
        plainRequestIds[index % plainRequestIds.length] ?? 'A',
      ])
      return {
        inputs: fc
          .tuple(fc.constantFrom(...every), plainRequestId())
          .map(([kind, id]): (typeof examples)[number] => [kind, id]),
        examples,
        holds: async ([{ what, ask }, id]: (typeof examples)[number]) => {
          const answer = await ask({ [header]: id })
          verify('HDR-02', answer).hasHeader(header, [id], { of: what, where: hasRequestId(answer) })
        },
      }
    },
  )

for (const id of plainRequestIds.slice(0, 3))
  scenario(
    `a 403 echoes the incoming request id "${id}"`,
    { verifies: ['HDR-02'], needs: ['second-key', 'write'] },
    async ({ given, verify }) => {
      const product = await given.foreignProduct()
      const answer = await given.read('product', product.id, { headers: { [header]: id } })
      verify('HDR-02', answer).hasHeader(header, [id], {
        of: "another organization's product",
        where: hasRequestId(answer),
      })
    },
  )

scenario('an unusual request id is echoed or replaced', { verifies: ['HDR-02'] }, async ({ api, observe, verify }) => {
  // lawful: a service may pass on ids of one form only, and makes one for the rest.
  await each(Object.entries(unusualRequestIds), async ([what, id]) => {
    const answer = await api.send('listWorkspaces', { headers: { [header]: id }, broken: 'an unusual request id' })
    const received = answer.headers[header] ?? ''
    observe('HDR-02', `a request id with ${what} is replaced`, received !== id)
    verify('HDR-02', answer).that({
      claim: `a request id with ${what} is echoed as it is, or replaced as a whole`,
      holds: !isRemainder(received, id),
      expected: `${id}, or an id of the server's own`,
      received,
      hint: 'request id: the middleware seems to remove characters of the incoming id',
    })
  })
})

scenario('a repeated request id is echoed each time', { verifies: ['HDR-02'] }, async ({ api, given, verify }) => {
  const id = `again-${given.word()}`
  const request = api.request('listWorkspaces', { headers: { [header]: id } })
  const atOnce = await api.simultaneously(Array.from({ length: 4 }, () => request))
  await each([...atOnce, await api.raw(request)], async (answer) =>
    verify('HDR-02', answer).hasHeader(header, [id], { of: 'a list of workspaces', where: hasRequestId(answer) }),
  )
})

// That answers of every other kind have fresh ones is judged on all that a run sends without an id.
scenario(
  'answers to reads have a fresh request id when the request has none',
  { verifies: ['HDR-03'], covers: onEveryAnswer.filter((id) => id !== 'HDR-03') },
  async ({ api, given, session, verify }) => {
    // An empty id is none.
    const seen = new Set([''])
    await each(await successesOfReads({ api, given, session }), async (kind) => {
      const answer = await kind.ask({})
      const id = answer.headers[header]
      assume(answer.status < 500 && (id !== undefined || (await hasAnId(kind, given))))
      verify('HDR-03', answer).hasHeader(header, { except: [...seen] }, kind.what)
      seen.add(id ?? '')
    })
  },
)

/** Where the header is missing whatever came in, it is the rule about the header that is broken. */
async function hasAnId({ ask }: AnswerKind, given: Given): Promise<boolean> {
  return (await ask({ [header]: given.word() })).headers[header] !== undefined
}

scenario('simultaneous requests get different request ids', { verifies: ['HDR-03'] }, async ({ api, verify }) => {
  const answers = await api.simultaneously(Array.from({ length: 8 }, () => api.request('listWorkspaces')))
  const named = answers.filter((answer) => answer.headers[header] !== undefined)
  assume(named.length > 0, blocked('HDR-01', `the target sent no ${header}`))
  await each(named, async (answer) => {
    const others = named.filter((one) => one !== answer).flatMap((one) => one.headers[header] ?? [])
    verify('HDR-03', answer).hasHeader(header, { except: others }, 'each of several simultaneous answers')
  })
})

for (const [label, value] of hostileRequestIds)
  scenario(
    `a request with ${label} in its x-request-id causes no server error`,
    { verifies: ['HDR-07'] },
    async ({ api, given, verify }) => {
      const sent = { headers: { [header]: value }, broken: 'a hostile request id' }
      const answers = [await api.send('listWorkspaces', sent), await given.read('product', given.unknownId(), sent)]
      verify('HDR-07', answers).isNoServerError()
      verify('HDR-07', answers).lacksHeader('x-injected')
    },
  )

type Headers = Readonly<Record<string, string>>

/** A way to one kind of answer, with headers of the check's own. */
interface AnswerKind {
  readonly what: string
  readonly ask: (headers: Headers) => Promise<Exchange>
}

const reading = endpointIds.filter((id) => endpoints[id].method === 'GET')

async function successesOfReads({ api, given, session }: Sources): Promise<readonly AnswerKind[]> {
  const workspace = await given.workspace()
  const needed = await session.dialect.listQuery('listProducts', { workspaceId: workspace })
  return [
    { what: 'a workspace', ask: (headers) => api.raw({ ...requestById('getWorkspace', workspace), headers }) },
    { what: 'a list of products', ask: (headers) => api.send('listProducts', { query: needed, headers }) },
    { what: 'a list of users', ask: (headers) => api.send('listOrganizationUsers', { headers }) },
  ]
}

/** Successes and errors of every endpoint that reads, a download among them if there is a file. */
async function answersToReads(sources: Sources): Promise<readonly AnswerKind[]> {
  const { api } = sources
  const [file] = entriesOf(await api.send('listFiles', { query: { limit: 1 } }))
  const file_id = typeof file?.['id'] === 'string' ? file['id'] : undefined
  return [
    ...(await successesOfReads(sources)),
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
async function answersToWrites(sources: Sources): Promise<readonly AnswerKind[]> {
  const writes = await Promise.all(jsonWriteNames.map((what) => kindsOfWrite(what, sources).catch(insteadOf(() => []))))
  return [...writes.flat(), ...(await collisions(sources))]
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
async function answersAboutOwnThings(sources: Sources): Promise<readonly AnswerKind[]> {
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
