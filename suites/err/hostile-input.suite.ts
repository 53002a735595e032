import fc from 'fast-check'
import {
  assume,
  endpoints,
  fewHostileValues,
  forAll,
  hostileQuery,
  lists,
  requestById,
  scenario,
  type CheckContext,
  type EndpointId,
  type Exchange,
} from '#suite'
import { jsonWrite, jsonWriteNames } from '../subjects/json-writes.ts'
import { hostileQueriesOf, queried } from './hostile-queries.ts'

type Sources = Pick<CheckContext, 'api' | 'given' | 'session'>

/** Sends a query as it is: what a list needs stands in front, for a query may end in anything. */
async function ask(endpoint: EndpointId, query: string, { api, given, session }: Sources): Promise<Exchange> {
  const place = endpoint === 'listProducts' ? { workspaceId: await given.workspace() } : {}
  const isList = 'list' in endpoints[endpoint]
  const needed = isList ? await session.dialect.listQuery(endpoint, place).catch(() => ({})) : {}
  const start = new URLSearchParams(needed).toString()
  const request = requestById(endpoint, given.unknownId())
  return api.raw({
    ...request,
    path: `${request.path}?${start === '' ? '' : `${start}&`}${query}`,
    broken: 'a hostile query',
  })
}

for (const endpoint of queried)
  scenario(`no query brings ${endpoint} to a server error`, { verifies: ['ERR-15'] }, async (context) => {
    for (const query of hostileQueriesOf(endpoint))
      context.verify('ERR-15', await ask(endpoint, query, context)).isNoServerError()
  })

interface AnyQuery {
  readonly endpoint: EndpointId
  readonly query: string
}

forAll('no text in a parameter brings a read to a server error', { verifies: ['ERR-15'] }, async (context) => ({
  inputs: fc.record({ endpoint: fc.constantFrom(...queried), query: hostileQuery() }),
  holds: async ({ endpoint, query }: AnyQuery) =>
    context.verify('ERR-15', await ask(endpoint, query, context)).isNoServerError(),
}))

const narrowed = ['products', 'items', 'properties', 'files'] as const

for (const name of narrowed)
  scenario(
    `no text in place of the id that narrows the list of ${name} down brings a server error`,
    { verifies: ['ERR-15'] },
    async ({ api, given, verify }) => {
      const query = await given.listQuery(name)
      for (const text of ['not-a-uuid', '\u0000'])
        for (const parameter of Object.keys(query)) {
          const broken = 'an id that is no UUID'
          const answer = await api.send(lists[name].endpoint, { query: { ...query, [parameter]: text }, broken })
          verify('ERR-15', answer).isNoServerError()
        }
      assume(Object.keys(query).length > 0, `nothing narrows the list of ${name} down`)
    },
  )

// What follows only sends: that no answer is a server error is judged on every answer of a run.
const sendsOnly = { verifies: [], covers: ['ERR-15'] } as const

const oddHeaders: ReadonlyArray<Readonly<Record<string, string>>> = [
  { accept: 'application/xml' },
  { accept: 'text/html;q=abc' },
  { 'accept-encoding': 'nonsense;q=9' },
  { 'accept-language': '*-*-*' },
  { 'if-none-match': '"' },
  { 'if-modified-since': 'yesterday' },
  { range: 'bytes=9-1' },
  { cookie: '=;=;;' },
  { 'content-type': '/' },
  { origin: 'null' },
]

scenario('no header brings a read to a server error', sendsOnly, async ({ api }) => {
  for (const headers of oddHeaders) await api.send('listWorkspaces', { headers, broken: 'a hostile header' })
})

scenario('no update that gives nothing brings a server error', { ...sendsOnly, needs: ['write'] }, async (context) => {
  for (const what of jsonWriteNames.filter((name) => name.startsWith('updating')))
    await (await jsonWrite(what, context)).send({ json: {} })
})

scenario(
  'no value in place of a body brings a creation of items or properties to a server error',
  { ...sendsOnly, needs: ['write'] },
  async ({ api }) => {
    for (const endpoint of ['createItem', 'createProperty', 'createItemsInBulk', 'createPropertiesInBulk'] as const)
      for (const { label: broken, json: rawBody } of fewHostileValues.filter(({ json }) => /^[[{]/u.test(json)))
        await api.send(endpoint, { rawBody, contentType: 'application/json', broken })
  },
)

const hostileTexts = ['a\u0000b', 'long '.repeat(14_000), '\u{1F9FF}\uFFFE', '%s%n${}'] as const

scenario(
  'no text in a field of a form brings a server error',
  { ...sendsOnly, needs: ['write'] },
  async ({ given }) => {
    const broken = 'a hostile text in a form'
    for (const [index, text] of hostileTexts.entries()) {
      const { id } = index % 2 === 0 ? await given.fileItem() : await given.fileProperty('text')
      await given.sendUpload(id, { userTitle: text, broken })
      if (index === 0) await given.sendUpload(id, { allowDuplicate: text, broken })
    }
  },
)

const oddTypes = ['text/plain', 'application/xml', 'multipart/form-data', 'application/json; charset=nonsense', ';']

for (const [index, contentType] of oddTypes.entries())
  scenario(
    `no write of the content type ${contentType} brings a server error`,
    { ...sendsOnly, needs: ['write'] },
    async (context) => {
      // Each type goes to two of the writes.
      for (const what of jsonWriteNames.filter((_, place) => place % oddTypes.length === index)) {
        const { body, send } = await jsonWrite(what, context)
        await send({ rawBody: JSON.stringify(await body()), contentType, broken: 'a hostile content type' })
      }
    },
  )
