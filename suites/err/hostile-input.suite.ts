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
  scenario,
  type Exchange,
  type HostileValue,
  type Verify,
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
          isNoServerError(verify, answer)
        },
      }
    },
  )

scenario('no query brings a read by id to a server error', { verifies: ['ERR-15'] }, async ({ api, given, verify }) => {
  for (const path of ['properties/{}', 'files/{}/download'])
    for (const query of fewHostileQueries) {
      const broken = 'a hostile query'
      isNoServerError(
        verify,
        await api.raw({ method: 'GET', path: `/v1/public/${path.replace('{}', given.unknownId())}?${query}`, broken }),
      )
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

scenario('no header brings a read to a server error', { verifies: ['ERR-15'] }, async ({ api, verify }) => {
  for (const headers of oddHeaders)
    isNoServerError(verify, await api.send('listWorkspaces', { headers, broken: 'a hostile header' }))
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
        isNoServerError(verify, answer)
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
          isNoServerError(
            verify,
            await api.send('updateProduct', { path, rawBody, contentType: 'application/json', broken }),
          )
        },
      }
    },
  )

scenario(
  'no value brings an update of an item, a property or a file to a server error',
  { verifies: ['ERR-15'], needs: ['write'] },
  async ({ api, given, verify }) => {
    const contentType = 'application/json'
    const property = await given.property('text')
    const file = await given.file(property.item.id)
    for (const { label: broken, json } of fewHostileValues) {
      const request = { rawBody: withField({}, 'description', json), contentType, broken }
      isNoServerError(verify, await api.send('updateItem', { ...request, path: { item_id: property.item.id } }))
      isNoServerError(verify, await api.send('updateProperty', { ...request, path: { property_id: property.id } }))
      isNoServerError(verify, await api.send('updateFile', { ...request, path: { file_id: file.id } }))
      const value = { rawBody: withField({}, 'value', json), contentType, broken }
      isNoServerError(verify, await api.send('updateProperty', { ...value, path: { property_id: property.id } }))
    }
  },
)

scenario(
  'no value brings a creation in bulk to a server error',
  { verifies: ['ERR-15'], needs: ['write'] },
  async ({ api, verify }) => {
    const contentType = 'application/json'
    for (const endpoint of ['createItem', 'createProperty', 'createItemsInBulk', 'createPropertiesInBulk'] as const)
      for (const { label: broken, json: rawBody } of fewHostileValues)
        isNoServerError(verify, await api.send(endpoint, { rawBody, contentType, broken }))
  },
)

const oddTypes = [
  'text/plain',
  'application/xml',
  'multipart/form-data',
  'application/json; charset=nonsense',
  'nonsense',
  ';',
]

scenario(
  'no content type brings a write to a server error',
  { verifies: ['ERR-15'], needs: ['write'] },
  async ({ api, given, verify }) => {
    const path = { product_id: (await given.product()).id }
    for (const contentType of oddTypes)
      isNoServerError(
        verify,
        await api.send('updateProduct', {
          path,
          rawBody: '{"description":"a"}',
          contentType,
          broken: 'a hostile content type',
        }),
      )
  },
)

/** The JSON text of a body in which one field has a value written by hand. */
function withField(body: object, field: string, json: string): string {
  const others = Object.entries(body)
    .filter(([name]) => name !== field)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
  return `{${[...others, `${JSON.stringify(field)}:${json}`].join(',')}}`
}

function isNoServerError(verify: Verify<'ERR-15'>, answer: Exchange): void {
  verify('ERR-15', answer).that({
    claim: `${answer.endpoint ?? answer.request.method} answers ${answer.broken ?? 'a request'} without a server error`,
    holds: answer.status < 500,
    expected: 'no 5xx',
    received: `${answer.status}`,
  })
}
