import {
  entriesOf,
  pick,
  scenario,
  type Api,
  type Exchange,
  type ForeignKind,
  type Identity,
  type Verify,
} from '#suite'

const forbidden = { status: 403, code: 'forbidden' } as const
const needs = ['second-key|fixture:foreign-ids'] as const

interface ForeignRead {
  readonly of: ForeignKind
  readonly what: string
  readonly id: 'AUTH-10' | 'AUTH-11' | 'AUTH-13' | 'AUTH-15' | 'AUTH-17' | 'AUTH-19'
  /** By our own key, unless another one is named. */
  readonly read: (api: Api, id: string, as?: Identity) => Promise<Exchange>
}

const reads: readonly ForeignRead[] = [
  {
    of: 'workspace',
    what: 'a workspace',
    id: 'AUTH-10',
    read: (api, id, as = 'own') => api.send('getWorkspace', { as, path: { workspace_id: id } }),
  },
  {
    of: 'product',
    what: 'a product',
    id: 'AUTH-11',
    read: (api, id, as = 'own') => api.send('getProduct', { as, path: { product_id: id } }),
  },
  {
    of: 'item',
    what: 'an item',
    id: 'AUTH-13',
    read: (api, id, as = 'own') => api.send('getItem', { as, path: { item_id: id } }),
  },
  {
    of: 'property',
    what: 'a property without a hint',
    id: 'AUTH-15',
    read: (api, id, as = 'own') => api.send('getProperty', { as, path: { property_id: id } }),
  },
  {
    of: 'file',
    what: "a file's record",
    id: 'AUTH-17',
    read: (api, id, as = 'own') => api.send('getFile', { as, path: { file_id: id } }),
  },
  {
    of: 'file',
    what: "a file's content",
    id: 'AUTH-19',
    read: (api, id, as = 'own') => api.send('downloadFile', { as, path: { file_id: id } }),
  },
  ...(['docx', 'pdf'] as const).map((format): ForeignRead => ({
    of: 'file',
    what: `a file's content as ${format}`,
    id: 'AUTH-19',
    read: (api, id, as = 'own') => api.send('downloadFile', { as, path: { file_id: id }, query: { format } }),
  })),
]

for (const { of, what, id, read } of reads)
  scenario(
    `reading ${what} of another organization is forbidden`,
    { verifies: [id], needs },
    async ({ api, given, verify }) => {
      const control = await api.send('listWorkspaces')
      const answer = await read(api, await given.foreignId(of))
      verify(id, answer).isRefused({ ...forbidden, control, hint: hintOf(answer) })
    },
  )

for (const { of, what, id, read } of reads.filter(({ what: one }) => !one.includes(' as ')))
  scenario(
    `reading ${what} of another organization is forbidden right after its owner read it`,
    { verifies: [id], needs: ['second-key'] },
    async ({ api, given, session, verify }) => {
      await session.ensureKey('other-organization')
      const foreign = await given.foreignId(of)
      const control = await read(api, foreign, 'other-organization')
      // What was declared may belong to somebody else still.
      if (control.status !== 200)
        return given.untestable({
          reason: 'missing-fixture',
          cause: `${what} that the other organization's key reads`,
        })
      const answer = await read(api, foreign)
      verify(id, answer).isRefused({ ...forbidden, control, hint: 'an answer may be kept for whoever asks next' })
    },
  )

scenario(
  'reading a property of another organization with its type is forbidden',
  // A hint that is not understood is refused before anybody asks whose property it is.
  { verifies: ['AUTH-15'], needs: ['second-key', 'write'], causedBy: ['PROP-28'] },
  async ({ api, given, verify }) => {
    const control = await api.send('listWorkspaces')
    const property = await given.foreignProperty()
    const answers = [
      await api.send('getProperty', { path: { property_id: property.id }, query: { type: 'text' } }),
      await api.send('getProperty', { path: { property_id: property.id }, query: { type: 'TEXT' } }),
    ]
    for (const answer of answers) verify('AUTH-15', answer).isRefused({ ...forbidden, control, hint: hintOf(answer) })
  },
)

/** 404 hides that the id exists; the contract says 403. */
function hintOf(answer: Exchange): string {
  return answer.status === 404
    ? 'the contract tells a foreign id (403) from an unknown one (404)'
    : 'the organization of the key may not be compared'
}

// What narrows a list down may be looked up in another place, where the organization is forgotten.
const filtered = [
  { list: 'products', of: 'workspace', queries: [{}, { q: 'conformance' }] },
  { list: 'properties', of: 'item', queries: [{}, { type: 'text' }, { includeDeleted: true }] },
] as const

for (const { list, of, queries } of filtered)
  scenario(
    `a list of ${list} by a foreign ${of} gives no data`,
    { verifies: ['AUTH-21'], needs },
    async ({ given, session, verify, observe }) => {
      const { mode, keys } = session.configuration
      // There must be something that could be given away.
      if (mode === 'read-write' && keys.otherOrganization !== undefined)
        await (of === 'workspace' ? given.foreignProduct() : given.foreignProperty())
      const id = await given.foreignId(of)
      for (const query of queries) {
        const answer =
          list === 'products' ? await given.listProducts(id, { query }) : await given.listProperties(id, { query })
        verify('AUTH-21', answer).that(holdsNothing(answer, `the list of ${list} by a foreign ${of}`))
        if (Object.keys(query).length === 0)
          observe('AUTH-21', `answer to a list of ${list} by a foreign ${of}`, answer.status)
      }
    },
  )

scenario(
  'a list of items by a foreign product gives no data',
  { verifies: ['AUTH-21'], needs: ['second-key', 'write'] },
  async ({ api, given, session, verify }) => {
    const { product } = await given.foreignItem()
    const own = await given.item()
    if ((await session.dialect.productParameter(own.product.id)) === undefined)
      return given.untestable({ reason: 'capability-absent', cause: 'the list of items takes no product' })
    const query = await session.dialect.listQuery('listItems', {
      productId: product.id,
      workspaceId: product.workspaceId,
    })
    const answer = await api.send('listItems', { query })
    verify('AUTH-21', answer).that(holdsNothing(answer, 'the list of items by a foreign product'))
  },
)

function holdsNothing(answer: Exchange, what: string) {
  const entries = entriesOf(answer).length
  return {
    claim: `${what} holds no entry`,
    holds: answer.status >= 400 || entries === 0,
    expected: 'a refusal, or no entry',
    received: `${answer.status} with ${entries} entries`,
  }
}

scenario(
  'what another organization has published is as closed as its draft',
  { verifies: ['AUTH-15', 'AUTH-21'], needs: ['second-key', 'write', 'control:publish-version'] },
  async ({ api, given, session, verify }) => {
    const as = 'other-organization'
    await session.ensureKey(as)
    // A product of its own: publishing changes a product, and others look at the shared one.
    const item = await given.item({ product: await given.product({}, { as }), as })
    const { id } = await given.property('text', { item, as })
    const { version } = await session.controls.publishVersion(item.product.id)
    const published = await given.listProperties(item.id, { as, query: { version } })
    const ids = [id, ...entriesOf(published).map((entry) => String(entry['id']))].slice(0, 3)
    const control = await api.send('listWorkspaces')
    const listed = await given.listProperties(item.id, { query: { version } })
    verify('AUTH-21', listed).that(holdsNothing(listed, 'the list of a foreign item as of a version'))
    for (const property_id of ids) {
      const answer = await api.send('getProperty', { path: { property_id }, query: { version } })
      // Which of the two ids a version is asked by is open: an id that its own key cannot read either is no case.
      const own = await api.send('getProperty', { path: { property_id }, query: { version }, as })
      if (own.status === 200) verify('AUTH-15', answer).isRefused({ ...forbidden, control, hint: hintOf(answer) })
    }
  },
)

scenario(
  'downloading a file of another organization as of a version is forbidden',
  { verifies: ['AUTH-19'], needs: ['second-key', 'write', 'control:publish-version'] },
  async ({ api, given, session, verify }) => {
    const as = 'other-organization'
    await session.ensureKey(as)
    const item = await given.item({ product: await given.product({}, { as }), as })
    const path = { file_id: (await given.file(item.id, { as })).id }
    const { version } = await session.controls.publishVersion(item.product.id)
    const query = { version, product_id: item.product.id }
    const control = given.requireSuccess(await api.send('downloadFile', { path, query, as }), 'DL-06')
    const answer = await api.send('downloadFile', { path, query })
    verify('AUTH-19', answer).isRefused({ ...forbidden, control, hint: hintOf(answer) })
  },
)

scenario(
  'downloading a file of another organization beside an own product is forbidden',
  { verifies: ['AUTH-19'], needs: ['second-key', 'write'] },
  async ({ api, given, verify }) => {
    const own = await given.product()
    const path = { file_id: (await given.foreignFile()).id }
    const control = await api.send('downloadFile', { path, as: 'other-organization' })
    const answer = await api.send('downloadFile', { path, query: { product_id: own.id } })
    verify('AUTH-19', answer).isRefused({ ...forbidden, control, hint: 'the product alone may be judged' })
  },
)

scenario(
  'a refusal tells nothing of the foreign resource',
  { verifies: ['AUTH-26'], needs: ['second-key', 'write'] },
  async ({ api, given, verify }) => {
    const product = await given.foreignProduct()
    const secrets = [product.body.name, product.body.readable_id, product.body.description ?? product.body.name]
    const path = { product_id: product.id }
    const closed = [
      await api.send('getProduct', { path }),
      await api.send('updateProduct', { path, json: {} }),
      await api.send('getProduct', { path, as: 'none' }),
    ]
    for (const answer of closed) tellsNothing(verify, answer, [...secrets, product.workspaceId])
    tellsNothing(verify, await given.listProducts(product.workspaceId, { query: { q: 'conformance' } }), secrets)
  },
)

scenario(
  'a refusal tells nothing of a foreign item, property or file',
  { verifies: ['AUTH-26'], needs: ['second-key', 'write'] },
  async ({ api, given, verify }) => {
    const [property, file] = [await given.foreignProperty(), await given.foreignFile()]
    const { item } = property
    const around = [item.product.id, item.product.workspaceId, item.product.body.name]
    const closed = [
      ...textsOf(item.exchange.json, ['name', 'description', 'readable_id']),
      ...textsOf(property.exchange.json, ['name', 'value', 'readable_id']),
      ...textsOf(file.exchange.json, ['originalFileName', 'userTitle']),
    ]
    const path = { item_id: item.id, property_id: property.id, file_id: file.id, target_id: item.id }
    for (const endpoint of ['getItem', 'getProperty', 'getFile', 'downloadFile'] as const)
      tellsNothing(verify, await api.send(endpoint, { path }), [...around, ...closed])
    for (const endpoint of ['updateItem', 'updateProperty', 'updateFile'] as const)
      tellsNothing(verify, await api.send(endpoint, { path, json: { description: 'mine' } }), [...around, ...closed])
    tellsNothing(verify, await api.send('uploadFile', { path, form: [given.filePart()] }), [...around, ...closed])
  },
)

/** A refusal of access, in whose body none of the texts stands; short ones may stand there by chance. */
function tellsNothing(verify: Verify<'AUTH-26'>, answer: Exchange, secrets: readonly string[]): void {
  if (answer.status !== 401 && answer.status !== 403) return
  const text = Buffer.from(answer.body).toString()
  verify('AUTH-26', answer).that({
    claim: 'the body of a refusal holds no name or text of the resource',
    holds: secrets.every((secret) => secret.length < 6 || !text.includes(secret)),
    expected: 'error, message and details that tell nothing of it',
    received: text,
  })
}

function textsOf(record: unknown, fields: readonly string[]): readonly string[] {
  return Object.values(pick(record, fields)).filter((value) => typeof value === 'string')
}
