import { assume, each, entryOf, entryKeys, isNamed, shownIdsOf, lists, scenario, requestOf } from '#suite'
import type { CheckContext, Exchange, MadeProperty, RequirementId, Sources } from '#suite'
import { ownPlace } from '../shared/own-place.ts'
import { workspaceById } from '../shared/workspace-by-id.ts'
import { productsOf, workspacesRead } from './products-of.ts'

// `workspaceById` sends GET /workspaces/{id}, `productsOf` GET /products of a workspace. `ownPlace` has an item with properties and a file,
// created with the own key. Each once per session.

scenario('a key reaches every workspace of its organization', { verifies: ['AUTH-08'] }, async (context) => {
  const { given, verify } = context
  await each((await given.workspaces()).slice(0, workspacesRead), async (id) => {
    const answers = [await workspaceById(context, id), await productsOf(context, id)]
    const isUnknown = answers.some(({ status }) => status === 404)
    verify('AUTH-08', answers).hasStatus({ except: [401, 403] })
    // lawful: a workspace that others remove meanwhile is unknown.
    assume(isUnknown && (await isStillListed(context.api, id)))
    verify('AUTH-08', answers).hasStatus({ except: [404] })
  })
})

async function isStillListed(api: CheckContext['api'], id: string): Promise<boolean> {
  return entryOf(await api.send('listWorkspaces', { query: { limit: 200 } }), id) !== undefined
}

const needs = ['same-org-key|control:create-key'] as const
const as = 'same-organization'

/** Who stands near the end of a page may be pushed out of it by what others make. */
const wellWithinAPage = 150

for (const name of ['workspaces', 'users', 'files'] as const)
  scenario(
    `${requestOf(lists[name].endpoint)} lists the same with two keys of one organization`,
    { verifies: ['AUTH-23'], needs },
    async ({ api, given, verify }) => {
      const query = { ...(await given.listQuery(name)), limit: 200 }
      const list = (key: 'own' | typeof as) => api.send(lists[name].endpoint, { as: key, query })
      const before = entryKeys(await list('own'))
      const second = await list(as)
      // lawful: keys reach what the organization has made; who belongs to it may be for some of them only
      assume(name !== 'users' || second.status !== 403, 'the target did not allow the second key to list the users')
      // lawful: what comes or goes meanwhile is not compared, nor what nothing names: a record may say who asks.
      const after = new Set(entryKeys(await list('own')).slice(0, wellWithinAPage))
      const lasting = before.slice(0, wellWithinAPage).filter((id) => after.has(id) && isNamed(id))
      assume(lasting.length > 0, {
        reason: 'missing-fixture',
        cause: `the first key listed no ${name} throughout the check`,
      })
      verify('AUTH-23', second).lists(lasting)
    },
  )

/** More tell little that these do not. */
const workspacesCompared = 5

scenario(
  'GET /workspaces/{workspace_id} is answered with 200 to two keys of one organization',
  { verifies: ['AUTH-23'], needs },
  async ({ given, verify }) => {
    await each((await given.workspaces()).slice(0, workspacesCompared), async (id) => {
      const second = await given.read('workspace', id, { as })
      // lawful: a workspace that others remove meanwhile is unknown to every key
      assume(second.status === 200 || (await given.read('workspace', id)).status === 200)
      verify('AUTH-23', second).hasStatus(200)
    })
  },
)

scenario(
  'GET /products/{product_id} is answered with 200 to two keys of one organization',
  { verifies: ['AUTH-23'], needs },
  async ({ given, verify }) => {
    const listed = shownIdsOf(await given.listProducts(await given.workspace(), { query: { limit: 3 } }))
    await each(listed, async (id) => {
      const second = await given.read('product', id, { as })
      // lawful: a product that is gone by now was deleted meanwhile; read by the first key afterwards, it is still there.
      assume(second.status === 200 || (await given.read('product', id)).status === 200)
      verify('AUTH-23', second).hasStatus(200)
    })
  },
)

const purpose = 'records that two keys read'

const readBy = [
  { endpoint: 'getProduct', by: 'GEN-06' },
  { endpoint: 'getItem', by: 'GEN-06' },
  { endpoint: 'getProperty', by: 'GEN-06' },
  { endpoint: 'getFile', by: 'GEN-06' },
  { endpoint: 'downloadFile', by: 'DL-01' },
] as const

for (const { endpoint, by } of readBy)
  scenario(
    `${requestOf(endpoint)} finds what another key of the organization created`,
    { verifies: ['AUTH-23'], needs: [...needs, 'write'] },
    async (context) => {
      const { api, given, verify } = context
      const place = ownPlace(purpose, context)
      const [{ id: property_id, item }, { id: file_id }] = [await place.property('text'), await place.file()]
      const path = { product_id: item.product.id, item_id: item.id, property_id, file_id }
      const ask = (key: 'own' | typeof as) => () => api.send(endpoint, { path, as: key })
      given.requireSuccess(await given.eventually(ask('own'), isThere), by)
      verify('AUTH-23', await given.eventually(ask(as), isThere)).hasStatus(200)
    },
  )

interface ListOfMade {
  /** What is broken if not even the key that made it sees it. */
  readonly by: RequirementId
  readonly wanted: (property: MadeProperty) => string
  readonly ask: (property: MadeProperty, sources: Sources, key: 'own' | typeof as) => Promise<Exchange>
}

/** A property, its item and its product, each with the list that shows it. */
const listsOfMade: Readonly<Record<string, ListOfMade>> = {
  'GET /properties of an item': {
    by: 'PROP-19',
    wanted: ({ id }) => id,
    ask: ({ item }, { given }, key) => given.listProperties(item.id, { as: key }),
  },
  'GET /items of a product': {
    by: 'ITEM-09',
    wanted: ({ item }) => item.id,
    ask: async ({ item: { product } }, { api, session }, key) => {
      const place = { productId: product.id, workspaceId: product.workspaceId }
      const query = { ...(await session.dialect.listQuery('listItems', place)), limit: 100 }
      return api.send('listItems', { query, as: key })
    },
  },
  'GET /products?q=NAME': {
    by: 'PROD-36',
    wanted: ({ item }) => item.product.id,
    ask: ({ item: { product } }, { given }, key) =>
      given.listProducts(product.workspaceId, { query: { q: product.body.name }, as: key }),
  },
}

for (const [list, { by, wanted, ask }] of Object.entries(listsOfMade))
  scenario(
    `${list} lists what another key of the organization created`,
    { verifies: ['AUTH-23'], needs: [...needs, 'write'] },
    async (context) => {
      const { given, verify } = context
      const property = await ownPlace(purpose, context).property('text')
      const isListed = (answer: Exchange): boolean => entryOf(answer, wanted(property)) !== undefined
      const first = await given.eventually(() => ask(property, context, 'own'), isListed)
      assume(isListed(first), {
        reason: 'blocked',
        blockedBy: [by],
        cause: `the key that created the record did not find it by ${list}`,
      })
      // lawful: an index may show the one key a little later what it shows the other.
      const second = await given.eventually(() => ask(property, context, as), isListed)
      verify('AUTH-23', second).lists(wanted(property), 'the list for another key')
    },
  )

function isThere({ status }: Exchange): boolean {
  return status === 200
}
