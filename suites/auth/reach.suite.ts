import { idsOf, scenario, type Api, type EndpointId, type Given, type Session } from '#suite'

/** Workspaces of which each is read; more tell nothing new. */
const workspacesRead = 20

scenario(
  'a key reaches every workspace of its organization',
  { verifies: ['AUTH-08'] },
  async ({ api, given, verify }) => {
    for (const id of (await given.workspaces()).slice(0, workspacesRead)) {
      const read = await api.send('getWorkspace', { path: { workspace_id: id } })
      verify('AUTH-08', read).that({ ...openTo(read), claim: 'a listed workspace is open to the key' })
      const products = await given.listProducts(id)
      verify('AUTH-08', products).that({
        ...openTo(products),
        claim: 'the products of a listed workspace are open to the key',
      })
    }
  },
)

function openTo({ status }: { readonly status: number }): { holds: boolean; expected: string; received: string } {
  return {
    holds: status !== 403 && status !== 401 && status !== 404,
    expected: 'no refusal of access',
    received: `${status}`,
  }
}

type OpenList = (given: Given, api: Api, as: 'own' | 'other-organization') => Promise<readonly string[]>

const pageSize = 200
/** Pages of a list that are compared; where an organization has more, its first ones tell. */
const pages = 3

/** Ids of the first pages of a list under one of the two keys; empty where the list is refused without a filter. */
async function firstIds(
  api: Api,
  endpoint: EndpointId,
  {
    as,
    ...filter
  }: {
    readonly as: 'own' | 'other-organization'
    readonly q?: string
    readonly type?: string
    readonly includeDeleted?: boolean
  },
): Promise<readonly string[]> {
  const ids: string[] = []
  for (let page = 0; page < pages; page += 1) {
    const answer = await api.send(endpoint, { as, query: { ...filter, limit: pageSize, offset: page * pageSize } })
    const found = idsOf(answer)
    ids.push(...found)
    if (found.length < pageSize) break
  }
  return ids
}

const productsOf: OpenList = async (given, _api, as) => {
  const answers = await Promise.all(
    (await given.workspaces(as)).slice(0, workspacesRead).map((id) => given.listProducts(id, { as })),
  )
  return answers.flatMap((answer) => idsOf(answer))
}

const lists: ReadonlyArray<{ readonly name: string; readonly id: 'AUTH-09' | 'USER-02'; readonly ids: OpenList }> = [
  { name: 'workspaces', id: 'AUTH-09', ids: (_given, api, as) => firstIds(api, 'listWorkspaces', { as }) },
  { name: 'products', id: 'AUTH-09', ids: (_given, api, as) => firstIds(api, 'listProducts', { as }) },
  { name: 'products by workspace', id: 'AUTH-09', ids: productsOf },
  // A list that is narrowed down may be asked for in another place, where the organization is forgotten.
  {
    name: 'products found by a search',
    id: 'AUTH-09',
    ids: (_given, api, as) => firstIds(api, 'listProducts', { as, q: 'conformance' }),
  },
  {
    name: 'properties of one type',
    id: 'AUTH-09',
    ids: (_given, api, as) => firstIds(api, 'listProperties', { as, type: 'text' }),
  },
  {
    name: 'properties with the deleted ones',
    id: 'AUTH-09',
    ids: (_given, api, as) => firstIds(api, 'listProperties', { as, includeDeleted: true }),
  },
  { name: 'items', id: 'AUTH-09', ids: (_given, api, as) => firstIds(api, 'listItems', { as }) },
  { name: 'properties', id: 'AUTH-09', ids: (_given, api, as) => firstIds(api, 'listProperties', { as }) },
  { name: 'files', id: 'AUTH-09', ids: (_given, api, as) => firstIds(api, 'listFiles', { as }) },
  { name: 'users', id: 'USER-02', ids: (_given, api, as) => firstIds(api, 'listOrganizationUsers', { as }) },
]

for (const { name, id, ids } of lists)
  scenario(
    `the two organizations' lists of ${name} have nothing in common`,
    { verifies: [id], needs: ['second-key'] },
    async ({ api, session, given, verify }) => {
      await prepareForeign(session, given)
      const own = new Set(await ids(given, api, 'own'))
      const foreign = await ids(given, api, 'other-organization')
      if (own.size === 0 || foreign.length === 0)
        given.untestable({
          reason: 'missing-fixture',
          cause: `the list of ${name} shows nothing to one of the two keys without a filter`,
        })
      const common = foreign.filter((one) => one !== '' && own.has(one))
      // A person may belong to both organizations: a list is foreign where it holds all that the other one holds.
      const lawful = name === 'users' ? Math.min(own.size, foreign.length) - 1 : 0
      verify(id).that({
        claim: `no id is in both lists of ${name}`,
        holds: common.length <= lawful,
        expected: 'no common id',
        received: `${common.length} common ids, such as ${common[0] ?? ''}`,
      })
    },
  )

/** Where writes are allowed, both organizations have something in every list. */
async function prepareForeign(session: Session, given: Given): Promise<void> {
  await session.ensureKey('other-organization')
  if (session.configuration.mode === 'read-only') return
  await session.shared('something in every list', async () => {
    await Promise.all([given.foreignFile(), given.foreignProperty()]).catch(() => undefined)
  })
}

scenario(
  'two keys of one organization have the same reach',
  { verifies: ['AUTH-23'], needs: ['same-org-key|control:create-key'] },
  async ({ api, session, given, verify }) => {
    await session.ensureKey('same-organization')
    const as = 'same-organization'
    const first = await api.send('listWorkspaces')
    const second = await api.send('listWorkspaces', { as })
    verify('AUTH-23', second).equals({
      claim: 'both keys list the same workspaces',
      expected: [...idsOf(first)].sort(),
      received: [...idsOf(second)].sort(),
    })
    const workspace = await given.workspace()
    const listed = idsOf(await given.listProducts(workspace, { query: { limit: 5 } }))
    for (const id of listed) {
      const other = await api.send('getProduct', { path: { product_id: id }, as })
      // A product that is gone by now was deleted meanwhile: read by the first key afterwards, it is still there.
      const read = await api.send('getProduct', { path: { product_id: id } })
      if (read.status === 200) verify('AUTH-23', other).hasStatus(200)
    }
  },
)

scenario(
  'what one key of an organization makes, another changes',
  { verifies: ['AUTH-23'], needs: ['same-org-key|control:create-key', 'write'] },
  async ({ api, session, given, verify }) => {
    await session.ensureKey('same-organization')
    const as = 'same-organization'
    const product = await given.product()
    verify('AUTH-23', await api.send('getProduct', { path: { product_id: product.id }, as })).hasStatus(200)
    const name = given.name()
    verify('AUTH-23', await given.update(product.id, { name }, { as })).hasStatus(200)
  },
)

scenario(
  'what one key of an organization makes in a product, another reads and finds',
  { verifies: ['AUTH-23'], needs: ['same-org-key|control:create-key', 'write'] },
  async ({ api, session, given, verify }) => {
    await session.ensureKey('same-organization')
    const as = 'same-organization'
    const property = await given.property('text')
    const { item } = property
    const file = await given.file(item.id)
    const path = { item_id: item.id, property_id: property.id, file_id: file.id }
    for (const endpoint of ['getItem', 'getProperty', 'getFile', 'downloadFile'] as const) {
      given.requireSuccess(await api.send(endpoint, { path }), 'ITEM-05')
      verify('AUTH-23', await api.send(endpoint, { path, as })).hasStatus(200)
    }
    const where = { productId: item.product.id, workspaceId: item.product.workspaceId }
    const ofItems = { ...(await session.dialect.listQuery('listItems', where)), limit: 100 }
    for (const [endpoint, wanted, query] of [
      ['listItems', item.id, ofItems],
      [
        'listProperties',
        property.id,
        { ...(await session.dialect.listQuery('listProperties', { itemId: item.id })), limit: 100 },
      ],
    ] as const) {
      const [own, theirs] = [await api.send(endpoint, { query }), await api.send(endpoint, { query, as })]
      verify('AUTH-23', theirs).that({
        claim: 'what one key lists, another lists',
        holds: idsOf(theirs).includes(wanted.toLowerCase()) || !idsOf(own).includes(wanted.toLowerCase()),
        expected: `what the first key made in the answer to ${endpoint}`,
        received: 'a list without it',
      })
    }
    const query = { q: item.product.body.name }
    const [first, second] = [
      await given.listProducts(item.product.workspaceId, { query }),
      await given.listProducts(item.product.workspaceId, { query, as }),
    ]
    verify('AUTH-23', second).that({
      claim: 'a product that one key finds, another finds',
      holds: given.lists(second, item.product) || !given.lists(first, item.product),
      expected: 'the product in the list',
      received: 'a list without it',
    })
  },
)

scenario(
  'what one key of an organization makes in a product, another updates',
  { verifies: ['AUTH-23'], needs: ['same-org-key|control:create-key', 'write'] },
  async ({ api, session, given, verify }) => {
    await session.ensureKey('same-organization')
    const property = await given.property('text')
    const file = await given.file(property.item.id)
    const path = { item_id: property.item.id, property_id: property.id, file_id: file.id }
    const updates = [
      ['updateItem', { description: 'by the first key' }],
      ['updateProperty', { description: 'by the first key' }],
      ['updateFile', { userTitle: given.name() }],
    ] as const
    for (const [endpoint, json] of updates) {
      if ((await api.send(endpoint, { path, json })).status >= 300) continue
      verify('AUTH-23', await api.send(endpoint, { path, json, as: 'same-organization' })).isAccepted()
    }
  },
)

scenario(
  'what one key of an organization makes, another deletes',
  { verifies: ['AUTH-23'], needs: ['same-org-key|control:create-key', 'write'] },
  async ({ api, session, given, verify }) => {
    await session.ensureKey('same-organization')
    const [one, other] = [await given.property('text'), await given.property('text')]
    for (const endpoint of ['deleteProperty', 'deleteItem', 'deleteProduct'] as const) {
      const pathTo = ({ id, item }: typeof one) => ({ property_id: id, item_id: item.id, product_id: item.product.id })
      if ((await api.send(endpoint, { path: pathTo(one) })).status >= 300) continue
      verify('AUTH-23', await api.send(endpoint, { path: pathTo(other), as: 'same-organization' })).isAccepted()
    }
  },
)

scenario(
  'the other keys work on when one is revoked',
  { verifies: ['AUTH-24'], needs: ['control:create-key', 'control:revoke-key'] },
  async ({ api, session, given, verify }) => {
    const [one, other] = [
      await session.controls.createApiKey({ organization: 'own' }),
      await session.controls.createApiKey({ organization: 'own' }),
    ]
    const withOther = () =>
      api.send('listWorkspaces', { as: 'forged', headers: { authorization: `Bearer ${other.key}` } })
    given.requireSuccess(await withOther(), 'AUTH-23')
    await session.controls.revokeApiKey(one.id)
    verify('AUTH-24', await withOther()).isAccepted()
    verify('AUTH-24', await api.send('listWorkspaces')).isAccepted()
  },
)
