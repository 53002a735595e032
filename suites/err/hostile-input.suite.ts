import fc from 'fast-check'
import {
  assume,
  each,
  endpoints,
  fewHostileValues,
  forAll,
  hostileQuery,
  lists,
  requestById,
  scenario,
  traffic,
  textIn,
  fewHostileQueries,
  hostileQueries,
  listNames,
  requestOf,
} from '#suite'
import type { EndpointId, Entry, Exchange, Sources } from '#suite'
import { jsonWrite, jsonWriteNames, type JsonWriteName } from '../shared/json-writes.ts'
import { exampleProperty } from '../shared/example-property.ts'
import { ifPossible } from '../shared/obstacle.ts'

const everyList: readonly EndpointId[] = listNames.map((name) => lists[name].endpoint)

/** The endpoints that read queries. */
const queried: readonly EndpointId[] = [...everyList, 'getProperty', 'downloadFile']

/** Who reads a parameter, if not every list does. */
const readers: ReadonlyMap<string, readonly EndpointId[]> = new Map<string, readonly EndpointId[]>([
  ['q', ['listProducts']],
  ['version', ['listProperties', 'getProperty', 'downloadFile']],
  ['type', ['listProperties', 'getProperty']],
  ['includeDeleted', ['listProperties']],
  ['format', ['downloadFile']],
  ['product_id', ['downloadFile']],
  ['workspace_id', ['listProducts']],
  ['item_id', ['listProperties']],
])

/** The hostile queries of an endpoint: the telling ones of its own parameters and of paging, and a share of all others. */
function hostileQueriesOf(endpoint: EndpointId): readonly string[] {
  return hostileQueries.filter((query, index) => {
    const [parameter = ''] = /^\w+/u.exec(query) ?? []
    const isPaging = /^(?:limit|offset)$/u.test(parameter) && everyList.includes(endpoint)
    const its = readers.get(parameter)
    if (isPaging && fewHostileQueries.includes(query)) return true
    if (its?.includes(endpoint) === true && fewHostileQueries.includes(query)) return true
    const dealtTo = fewHostileQueries.includes(query) ? queried : (its ?? queried)
    return dealtTo[index % dealtTo.length] === endpoint
  })
}

/** What is there to be asked for: many a parameter is read only after that was found. */
const there: { readonly [Id in EndpointId]?: (sources: Sources) => Promise<There> } = {
  listProducts: async ({ given }) => ({ place: { workspaceId: await given.workspace() } }),
  listProperties: async (sources) => ({ place: { itemId: (await exampleProperty('text', sources)).itemId } }),
  getProperty: async (sources) => ({ id: (await exampleProperty('text', sources)).id }),
  downloadFile: async ({ given }) => ({ id: textIn((await given.fileWindow()).entries.find(isSmall), 'id') }),
}

interface There {
  readonly place?: { readonly workspaceId?: string; readonly itemId?: string }
  readonly id?: string | undefined
}

/** Many a query is skipped: each answer may hold the whole file. */
function isSmall({ size_bytes: size }: Entry): boolean {
  return typeof size === 'number' && size <= 65_536
}

function thereFor(endpoint: EndpointId, sources: Sources): Promise<There> {
  return sources.session.shared(`what a hostile query of ${endpoint} finds`, async () => {
    const found = there[endpoint]?.(sources)
    return (found && (await ifPossible(found))) ?? {}
  })
}

/** Sends a query as it is: what a list needs stands in front, for a query may end in anything. */
async function sendQuery(endpoint: EndpointId, query: string, { api, given, session }: Sources): Promise<Exchange> {
  const { place = {}, id } = await thereFor(endpoint, { api, given, session })
  const isList = 'list' in endpoints[endpoint]
  const needed = isList ? await session.dialect.listQuery(endpoint, place).catch(() => ({})) : {}
  const start = new URLSearchParams(needed).toString()
  const request = requestById(endpoint, id ?? given.unknownId())
  return api.raw({
    ...request,
    path: `${request.path}?${start === '' ? '' : `${start}&`}${query}`,
    broken: 'a hostile query',
  })
}

for (const endpoint of queried)
  scenario(
    `hostile queries cause no server error in ${requestOf(endpoint)}`,
    { verifies: ['ERR-15'] },
    async (context) => {
      await each(hostileQueriesOf(endpoint), async (query) => {
        context.verify('ERR-15', await sendQuery(endpoint, query, context)).isNoServerError()
      })
    },
  )

interface AnyQuery {
  readonly endpoint: EndpointId
  readonly query: string
}

forAll(
  'a read with any text in a parameter causes no server error',
  { verifies: ['ERR-15'], cost: 'costly' },
  async (context) => ({
    inputs: fc.record({ endpoint: fc.constantFrom(...queried), query: hostileQuery() }),
    holds: async ({ endpoint, query }: AnyQuery) =>
      context.verify('ERR-15', await sendQuery(endpoint, query, context)).isNoServerError(),
  }),
)

for (const name of ['products', 'items', 'properties', 'files'] as const)
  for (const text of ['not-a-uuid', '\u0000'])
    scenario(
      `the list of ${name} filtered by the id ${JSON.stringify(text)} causes no server error`,
      { verifies: ['ERR-15'] },
      async ({ api, given, verify }) => {
        const query = await given.listQuery(name)
        const parameters = Object.keys(query)
        assume(parameters.length > 0, `the list of ${name} had no parameter for an id`)
        await each(parameters, async (parameter) => {
          const broken = 'an id that is not a UUID'
          const answer = await api.send(lists[name].endpoint, { query: { ...query, [parameter]: text }, broken })
          verify('ERR-15', answer).isNoServerError()
        })
      },
    )

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

for (const headers of oddHeaders)
  traffic(
    `a read with the headers ${JSON.stringify(headers)} causes no server error`,
    { judged: ['ERR-15'] },
    async ({ api }) => {
      await api.send('listWorkspaces', { headers, broken: 'a hostile header' })
    },
  )

for (const what of jsonWriteNames.filter((name) => name.startsWith('updating')))
  traffic(
    `${what} without a body causes no server error`,
    { judged: ['ERR-15'], needs: ['write'] },
    async (context) => {
      const { send } = await jsonWrite(what, context)
      await send({ json: {} })
      await send({ rawBody: '', contentType: 'application/json', broken: 'nothing at all' })
    },
  )

for (const endpoint of ['createItem', 'createProperty', 'createItemsInBulk', 'createPropertiesInBulk'] as const)
  for (const { label: broken, json: rawBody } of fewHostileValues.filter(({ json }) => /^[[{]/u.test(json)))
    traffic(
      `${requestOf(endpoint)} with ${broken} as its body causes no server error`,
      { judged: ['ERR-15'], needs: ['write'] },
      async ({ api }) => {
        await api.send(endpoint, { rawBody, contentType: 'application/json', broken })
      },
    )

const hostileForms = [
  { what: 'a NUL as title', to: 'item', form: { userTitle: 'a\u0000b' } },
  { what: 'a NUL as allow_duplicate', to: 'item', form: { allowDuplicate: 'a\u0000b' } },
  { what: 'a long title', to: 'property', form: { userTitle: 'long '.repeat(14_000) } },
  { what: 'a title of emoji', to: 'item', form: { userTitle: '\u{1F9FF}\uFFFE' } },
  { what: 'a title of template placeholders', to: 'property', form: { userTitle: '%s%n${}' } },
] as const

for (const { what, to, form } of hostileForms)
  traffic(
    `an upload with ${what} causes no server error`,
    { judged: ['ERR-15'], needs: ['write'] },
    async ({ given }) => {
      const target = { item: () => given.fileItem(), property: () => given.fileProperty('text') }
      const { id } = await target[to]()
      await given.sendUpload(id, { ...form, broken: 'a hostile text in a form' })
    },
  )

/** Content types that are not JSON, or not valid, one for each write. */
const oddTypes: Readonly<Record<JsonWriteName, string>> = {
  'creating a product': 'text/plain',
  'updating a product': 'application/xml',
  'creating an item': 'multipart/form-data',
  'updating an item': 'application/json; charset=nonsense',
  'creating a property': ';',
  'updating a property': 'text/plain',
  'updating a file': 'application/xml',
  'creating items in bulk': 'multipart/form-data',
  'creating properties in bulk': 'application/json; charset=nonsense',
}

for (const what of jsonWriteNames) {
  const contentType = oddTypes[what]
  traffic(
    `${what} with the content type "${contentType}" causes no server error`,
    { judged: ['ERR-15'], needs: ['write'] },
    async (context) => {
      const { body, send } = await jsonWrite(what, context)
      await send({ rawBody: JSON.stringify(await body()), contentType, broken: 'a hostile content type' })
    },
  )
}
