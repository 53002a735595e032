import { assume, pairsOf, propertyTypes, scenario } from '#suite'
import type { Exchange, Given, Identity, MadeItem, MadeProduct, Sources } from '#suite'
import { asks, versionQuery } from './asked-version.ts'
import { filePlaces, foreignPlace, publishedPlace, type ForeignPlace } from './foreign-place.ts'
import { queryText, versionText } from './query-text.ts'

// `foreignPlace` has an item of another organization, with a property of each type and files: created with that organization's key, each once
// per session; `publishedPlace` is its version, if a control publishes it.

const hint = 'broken access control: the lookup does not seem to compare the organization (WHERE organization_id = ?)'

const needs = ['second-key', 'write'] as const
const as = 'other-organization'
const place = 'foreign place'

interface PlaceList {
  readonly list: 'products' | 'properties'
  readonly of: 'workspace' | 'item'
  readonly readList: (given: Given, id: string, options?: { readonly as: Identity }) => Promise<Exchange>
  readonly createForeign: (given: Given) => Promise<unknown>
  readonly idIn: (item: MadeItem) => string
}

const placeLists: readonly PlaceList[] = [
  {
    list: 'products',
    of: 'workspace',
    readList: (given, id, options) => given.listProducts(id, options),
    createForeign: (given) => given.foreignProduct(),
    idIn: ({ product }) => product.workspaceId,
  },
  {
    list: 'properties',
    of: 'item',
    readList: (given, id, options) => given.listProperties(id, options),
    createForeign: (given) => given.foreignProperty(),
    idIn: ({ id }) => id,
  },
]

for (const { list, of, readList, createForeign } of placeLists)
  scenario(
    `GET /${list} filtered by a foreign ${of} returns no data`,
    { verifies: ['AUTH-21'], needs: ['second-key|fixture:foreign-ids'] },
    async ({ given, session, verify, observe }) => {
      await createIfAllowed(() => createForeign(given), session)
      const answer = await readList(given, await given.foreignId(of))
      verify('AUTH-21', answer).hasEntries({ most: 0 }, { mayRefuse: true, hint })
      observe('AUTH-21', `answer to a list of ${list} filtered by a foreign ${of}`, answer.status)
    },
  )

/** There must be something that could be given away; if nothing may be made, what is there has to do. */
async function createIfAllowed(
  createForeign: () => Promise<unknown>,
  { configuration }: Sources['session'],
): Promise<void> {
  const { mode, keys } = configuration
  if (mode === 'read-write' && keys.otherOrganization !== undefined) await createForeign()
}

for (const { list, of, readList, idIn } of placeLists)
  scenario(
    `GET /${list} filtered by a foreign ${of} returns no data right after its owner has listed them`,
    { verifies: ['AUTH-21'], needs },
    async ({ given, verify }) => {
      const { item } = await given.foreignProperty()
      given.requireSuccess(await readList(given, idIn(item), { as }), 'AUTH-01')
      const answer = await readList(given, idIn(item))
      verify('AUTH-21', answer).hasEntries({ most: 0 }, { mayRefuse: true, hint })
    },
  )

// A query of its own may build a filtered list or a later page, and forget the organization.
const pages = { limit: [undefined, 1, 200], offset: [undefined, 0] } as const

const searches = { 'the product name': ({ body }: MadeProduct) => body.name, conformance: () => 'conformance' } as const

for (const row of pairsOf({ ...pages, q: [undefined, 'the product name', 'conformance'] as const }))
  scenario(
    `GET /products${queryText(row)} of a foreign workspace returns no data`,
    { verifies: ['AUTH-21'], needs },
    async (context) => {
      const { product } = await foreignPlace(place, context).item()
      const { limit, offset, q } = row
      const query = { limit, offset, q: q && searches[q](product) }
      const answer = await context.given.listProducts(product.workspaceId, { query })
      context.verify('AUTH-21', answer).hasEntries({ most: 0 }, { mayRefuse: true, hint })
    },
  )

for (const { asked, ...row } of pairsOf({
  ...pages,
  type: [undefined, ...propertyTypes],
  asked: [asks.draft, asks.version, asks.baseline, asks.publishedVersion],
  includeDeleted: [undefined, true, false],
}))
  scenario(
    `foreign properties stay hidden (${asked.by} id, ${queryText({ ...row, version: versionText(asked.version) }) || 'no query'})`,
    { verifies: ['AUTH-21'], needs },
    async (context) => {
      const item = await foreignPlace(place, context).item()
      const published = await publishedPlace(place, context)
      // If the version has no item id of its own, that of the draft is sent.
      const ids = { draft: item.id, published: published?.itemId ?? item.id }
      const query = { ...row, version: versionQuery(asked.version, published?.version) }
      const answer = await context.given.listProperties(ids[asked.by], { query })
      context.verify('AUTH-21', answer).hasEntries({ most: 0 }, { mayRefuse: true, hint })
    },
  )

for (const row of pairsOf(pages))
  scenario(
    `GET /items${queryText(row)} of a foreign product returns no data`,
    { verifies: ['AUTH-21'], needs },
    async (context) => {
      const { api, session, verify } = context
      const { product } = await foreignPlace(place, context).item()
      const parameter = await ownProductParameter(context)
      assume(parameter !== undefined, 'the target had no product parameter for the list of items')
      const others = await session.dialect.listQuery('listItems', {
        productId: product.id,
        workspaceId: product.workspaceId,
      })
      const query = { ...others, [parameter]: product.id, limit: row.limit, offset: row.offset }
      const answer = await api.send('listItems', { query })
      verify('AUTH-21', answer).hasEntries({ most: 0 }, { mayRefuse: true, hint })
    },
  )

/** The name under which the list of items takes a product, learned from one of the run's own. */
function ownProductParameter({ given, session }: Sources): Promise<string | undefined> {
  return session.shared('name of the product in the list of items', async () =>
    session.dialect.productParameter((await given.item()).product.id),
  )
}

// The contract shows no filter of this list: a name that a deployment does not know is ignored or rejected, and gives nothing
// away either.
const fileFilters = {
  workspace_id: async (found) => (await found.item()).product.workspaceId,
  product_id: async (found) => (await found.item()).product.id,
  item_id: async (found) => (await found.item()).id,
  property_id: async (found) => (await found.property('text')).id,
  target_id: async (found) => (await found.property('numeric')).id,
} as const satisfies Readonly<Record<string, (found: ForeignPlace) => Promise<string>>>

for (const [name, idOf] of Object.entries(fileFilters))
  scenario(
    `GET /files with a foreign ${name} shows no foreign file`,
    { verifies: ['AUTH-21'], needs },
    async (context) => {
      const found = foreignPlace(place, context)
      const files = await Promise.all(filePlaces.map((where) => found.file(where)))
      const query = { [name]: await idOf(found), limit: 200 }
      const answer = await context.api.send('listFiles', { query })
      const foreign = files.map(({ id }) => id)
      context.verify('AUTH-21', answer).omits(foreign, { mayRefuse: true })
    },
  )

for (const { list, of, readList, idIn } of placeLists)
  scenario(
    `GET /${list} filtered by a foreign ${of} returns no data when its id is in upper case`,
    { verifies: ['AUTH-21'], needs },
    async (context) => {
      const { given, verify } = context
      const item = await foreignPlace(place, context).item()
      const answer = await readList(given, idIn(item).toUpperCase())
      verify('AUTH-21', answer).hasEntries({ most: 0 }, { mayRefuse: true, hint })
    },
  )
