import {
  endpointIds,
  endpoints,
  fewHostileQueries,
  fewHostileValues,
  forAll,
  hostileQueries,
  hostileQuery,
  hostileValue,
  hostileValues,
  requestById,
  scenario,
  type HostileValue,
} from '#suite'

const lists = endpointIds.filter((id) => 'list' in endpoints[id])

for (const endpoint of lists)
  forAll(
    `no query brings ${endpoint} to a server error`,
    { verifies: ['ERR-15'] },
    async ({ api, given, session, verify }) => {
      const place = endpoint === 'listProducts' ? { workspaceId: await given.workspace() } : {}
      const needed = await session.dialect.listQuery(endpoint, place).catch(() => ({}))
      const { path } = endpoints[endpoint]
      // What the list needs stands in front: a query may end in anything.
      const start = new URLSearchParams(needed).toString()
      return {
        inputs: hostileQuery(),
        examples: endpoint === 'listProducts' ? hostileQueries : fewHostileQueries,
        holds: async (query: string) => {
          const answer = await api.raw({
            endpoint,
            method: 'GET',
            path: `${path}?${start === '' ? '' : `${start}&`}${query}`,
            broken: 'a hostile query',
          })
          verify('ERR-15', answer).isNoServerError()
        },
      }
    },
  )

// What follows only sends: that no answer is a server error is judged on every answer of a run.
const sendsOnly = { verifies: [], covers: ['ERR-15'] } as const

scenario('no query brings a read by id to a server error', sendsOnly, async ({ api, given }) => {
  for (const endpoint of ['getProperty', 'downloadFile'] as const)
    for (const query of fewHostileQueries) {
      const request = requestById(endpoint, given.unknownId())
      await api.raw({ ...request, path: `${request.path}?${query}`, broken: 'a hostile query' })
    }
})

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

const fields = ['name', 'description', 'readable_id', 'workspace_id', 'something_else'] as const

for (const field of fields)
  forAll(
    `no value of ${field} brings a creation of a product to a server error`,
    { verifies: ['ERR-15'], needs: ['write'] },
    async ({ api, given, verify }) => ({
      inputs: hostileValue(),
      examples: field === 'name' ? hostileValues : fewHostileValues,
      holds: async ({ label, json }: HostileValue) => {
        const rawBody = withField(await given.productBody(), field, json)
        const broken = `${field}: ${label}`
        const answer = await api.send('createProduct', { rawBody, contentType: 'application/json', broken })
        verify('ERR-15', answer).isNoServerError()
      },
    }),
  )

for (const field of ['name', 'description', 'readable_id', 'baseline_version_number', 'something_else'])
  forAll(
    `no value of ${field} brings an update of a product to a server error`,
    { verifies: ['ERR-15'], needs: ['write'] },
    async ({ api, given, verify }) => {
      const path = { product_id: (await given.product()).id }
      return {
        inputs: hostileValue(),
        examples: field === 'name' ? hostileValues : fewHostileValues,
        holds: async ({ label, json }: HostileValue) => {
          const rawBody = withField({}, field, json)
          const broken = `${field}: ${label}`
          const answer = await api.send('updateProduct', { path, rawBody, contentType: 'application/json', broken })
          verify('ERR-15', answer).isNoServerError()
        },
      }
    },
  )

scenario(
  'no update that gives nothing brings a server error',
  { ...sendsOnly, needs: ['write'] },
  async ({ api, given }) => {
    const { id: property_id, item } = await given.property('text')
    const { id: file_id } = await given.file(item.id)
    const path = { product_id: item.product.id, item_id: item.id, property_id, file_id }
    for (const endpoint of ['updateProduct', 'updateItem', 'updateProperty', 'updateFile'] as const)
      await api.send(endpoint, { path, json: {} })
  },
)

scenario(
  'no value in place of a body brings a creation of items or properties to a server error',
  { ...sendsOnly, needs: ['write'] },
  async ({ api }) => {
    for (const endpoint of ['createItem', 'createProperty', 'createItemsInBulk', 'createPropertiesInBulk'] as const)
      for (const { label: broken, json: rawBody } of fewHostileValues.filter(({ json }) => /^[[{]/u.test(json)))
        await api.send(endpoint, { rawBody, contentType: 'application/json', broken })
  },
)

const oddTypes = ['text/plain', 'application/xml', 'multipart/form-data', 'application/json; charset=nonsense', ';']

scenario(
  'no content type brings a write to a server error',
  { ...sendsOnly, needs: ['write'] },
  async ({ api, given }) => {
    const path = { product_id: (await given.product()).id }
    for (const odd of oddTypes)
      await api.send('updateProduct', {
        path,
        rawBody: '{"description":"a"}',
        contentType: odd,
        broken: 'a hostile content type',
      })
  },
)

/** The JSON text of a body in which one field has a value written by hand. */
function withField(body: object, field: string, json: string): string {
  const others = Object.entries(body)
    .filter(([name]) => name !== field)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
  return `{${[...others, `${JSON.stringify(field)}:${json}`].join(',')}}`
}
