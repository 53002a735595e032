import { entryOf, idsOf, scenario, type CheckContext, type Exchange, type Verify } from '#suite'

/** Workspaces of which each is read; more tell nothing new. */
const workspacesRead = 20

scenario(
  'a key reaches every workspace of its organization',
  { verifies: ['AUTH-08'] },
  async ({ api, given, verify }) => {
    for (const id of (await given.workspaces()).slice(0, workspacesRead))
      for (const answer of [await given.read('workspace', id), await given.listProducts(id)]) {
        // lawful: a workspace that others remove meanwhile is unknown.
        if (answer.status === 404 && !(await isStillListed(api, id))) continue
        isOpen(verify, answer)
      }
  },
)

async function isStillListed(api: CheckContext['api'], id: string): Promise<boolean> {
  return entryOf(await api.send('listWorkspaces', { query: { limit: 200 } }), id) !== undefined
}

function isOpen(verify: Verify<'AUTH-08'>, answer: Exchange): void {
  verify('AUTH-08', answer).that({
    claim: `${answer.endpoint ?? 'a read'} of a listed workspace is open to the key`,
    holds: ![401, 403, 404].includes(answer.status),
    expected: 'no refusal of access',
    received: `${answer.status}`,
  })
}

const needs = ['same-org-key|control:create-key'] as const
const as = 'same-organization'

scenario(
  'two keys of one organization list the same workspaces',
  { verifies: ['AUTH-23'], needs },
  async ({ api, verify }) => {
    const list = (key: 'own' | typeof as) => api.send('listWorkspaces', { as: key, query: { limit: 200 } })
    const before = idsOf(await list('own'))
    const second = await list(as)
    // lawful: what comes or goes meanwhile is not compared.
    const lasting = idsOf(await list('own')).filter((id) => before.includes(id))
    const missing = lasting.length < 200 ? lasting.filter((id) => !idsOf(second).includes(id)) : []
    verify('AUTH-23', second).equals({
      claim: 'a second key lists the workspaces that the first one lists',
      expected: [],
      received: missing,
    })
  },
)

scenario(
  'two keys of one organization read the same products',
  { verifies: ['AUTH-23'], needs },
  async ({ given, verify }) => {
    const listed = idsOf(await given.listProducts(await given.workspace(), { query: { limit: 5 } }))
    for (const id of listed) {
      const second = await given.read('product', id, { as })
      // lawful: a product that is gone by now was deleted meanwhile; read by the first key afterwards, it is still there.
      const first = await given.read('product', id)
      if (first.status === 200) verify('AUTH-23', second).hasStatus(200)
    }
  },
)

scenario(
  'what one key of an organization makes, another reads',
  { verifies: ['AUTH-23'], needs: [...needs, 'write'] },
  async ({ api, given, verify }) => {
    const { id: property_id, item } = await given.property('text')
    const { id: file_id } = await given.file(item.id)
    const path = { product_id: item.product.id, item_id: item.id, property_id, file_id }
    for (const endpoint of ['getProduct', 'getItem', 'getProperty', 'getFile', 'downloadFile'] as const) {
      const ask = (key: 'own' | typeof as) => () => api.send(endpoint, { path, as: key })
      const first = await given.eventually(ask('own'), isThere)
      given.requireSuccess(first, endpoint === 'downloadFile' ? 'DL-01' : 'GEN-06')
      verify('AUTH-23', await given.eventually(ask(as), isThere)).hasStatus(200)
    }
  },
)

scenario(
  'what one key of an organization makes, another lists and finds',
  { verifies: ['AUTH-23'], needs: [...needs, 'write'] },
  async ({ api, given, session, verify }) => {
    const { id, item } = await given.property('text')
    const { product } = item
    const place = { productId: product.id, workspaceId: product.workspaceId }
    const ofItems = { ...(await session.dialect.listQuery('listItems', place)), limit: 100 }
    const lists = [
      { wanted: id, ask: (key: 'own' | typeof as) => given.listProperties(item.id, { as: key }) },
      { wanted: item.id, ask: (key: 'own' | typeof as) => api.send('listItems', { query: ofItems, as: key }) },
      {
        wanted: product.id,
        ask: (key: 'own' | typeof as) =>
          given.listProducts(product.workspaceId, { query: { q: product.body.name }, as: key }),
      },
    ]
    for (const { wanted, ask } of lists) {
      const first = await given.eventually(
        () => ask('own'),
        (list) => entryOf(list, wanted) !== undefined,
      )
      // Where not even the key that made it sees it, a rule of that list is broken.
      if (!entryOf(first, wanted)) continue
      // lawful: an index may show the one key a little later what it shows the other.
      const second = await given.eventually(
        () => ask(as),
        (list) => entryOf(list, wanted) !== undefined,
      )
      verify('AUTH-23', second).lists(wanted, 'what one key lists, another lists')
    }
  },
)

function isThere({ status }: Exchange): boolean {
  return status === 200
}

/** In an order in which each finds what it changes: what is deleted first goes with nothing that comes later. */
const changes = [
  ['updateProduct', { description: 'by a key' }],
  ['updateItem', { description: 'by a key' }],
  ['updateProperty', { description: 'by a key' }],
  ['updateFile', { userTitle: 'by a key' }],
  ['deleteProperty', undefined],
  ['deleteItem', undefined],
  ['deleteProduct', undefined],
] as const

type Changed = Readonly<Record<string, Exchange | undefined>>

/** The second key's changes to a product of either key and to what is in it, each made once. */
function changedBySecondKey(
  maker: 'own' | typeof as,
  { api, given, session }: Pick<CheckContext, 'api' | 'given' | 'session'>,
): Promise<Changed> {
  return session.shared(`changes of a second key to what ${maker} made`, async () => {
    const { id: property_id, item } = await given.property('text', { item: await given.item({ as: maker }), as: maker })
    const { id: file_id } = await given.file(item.id, { as: maker })
    const path = { product_id: item.product.id, item_id: item.id, property_id, file_id }
    const answers: Record<string, Exchange> = {}
    for (const [endpoint, json] of changes)
      answers[endpoint] = await api.send(endpoint, { path, as, ...(json === undefined ? {} : { json }) })
    return answers
  })
}

for (const [endpoint] of changes)
  scenario(
    `what one key of an organization makes, another may change as its own: ${endpoint}`,
    { verifies: ['AUTH-23'], needs: [...needs, 'write'] },
    async (context) => {
      const { given, verify } = context
      // lawful: a key may have fewer rights, so that it may not even change what it has made itself.
      const control = (await changedBySecondKey(as, context))[endpoint]
      if (control === undefined || control.status >= 300)
        return given.untestable({ reason: 'capability-absent', cause: `a second key that may send ${endpoint}` })
      verify('AUTH-23', (await changedBySecondKey('own', context))[endpoint]).isAccepted()
    },
  )
