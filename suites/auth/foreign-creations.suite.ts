import { assume, propertyTypes, requestOf, scenario, succeeded } from '#suite'
import type { Entry, Exchange, MadeItem, Sources } from '#suite'
import { entriesIn, withEntries } from '../shared/bulk-subject.ts'
import { mixedItem, mixedProperty } from '../shared/example-property.ts'
import { sharedItem } from '../shared/shared-place.ts'
import { foreignPlace } from './foreign-place.ts'
import { withForeignIds } from './with-foreign-ids.ts'
import { secretsOf, bodyText } from './foreign-claims.ts'

// `withForeignIds` replaces the ids of the own place in a body. `ownersList` is the list of the foreign place with its owner's key.
// `foreignPlace` has an item of another organization, with a property of each type and files: created with that organization's key, each once
// per session.

const as = 'other-organization'
const hint = 'broken access control: the organization of the parent does not seem to be compared'
const hintOfBulk =
  'broken access control: the organization seems to be compared for the first entry of the bulk only, or not at all'

/** The items of a foreign product, or the properties of a foreign item, as their owner lists them. */
const ownersList = {
  items: async ({ api, session }: Sources, { product }: MadeItem): Promise<Exchange> => {
    const place = { productId: product.id, workspaceId: product.workspaceId }
    const query = { ...(await session.dialect.listQuery('listItems', place)), limit: 200, offset: 0 }
    return api.send('listItems', { as, query })
  },
  properties: ({ given }: Sources, place: MadeItem): Promise<Exchange> =>
    given.listProperties(place.id, { as, query: { limit: 200 } }),
}

/** A creation in a foreign workspace, sent once, with the same in a workspace of its own. */
function productAbroad({ given, session }: Sources) {
  return session.shared('product in a foreign workspace', async () => {
    const { exchange: control } = await given.product()
    const body = await given.productBody({ workspace_id: await given.foreignId('workspace') })
    return { control, body, answer: await given.createProduct(body) }
  })
}

scenario(
  'POST /products in a foreign workspace is forbidden',
  { verifies: ['AUTH-20'], needs: ['second-key|fixture:foreign-ids', 'write'] },
  async (context) => {
    const { control, answer } = await productAbroad(context)
    context.verify('AUTH-20', answer).isRefused({ status: 403, code: 'forbidden', control, hint })
  },
)

scenario(
  'POST /products in a foreign workspace creates nothing there',
  { verifies: ['AUTH-20'], needs: ['second-key', 'write'] },
  async (context) => {
    const { given, verify } = context
    const { body, answer } = await productAbroad(context)
    const listed = await given.listProducts(body.workspace_id, { as, query: { q: body.name } })
    const unlike = { except: [body.readable_id] }
    verify('AUTH-20', listed, [answer]).eachHas('readable_id', unlike, {
      among: given.entriesOf(listed),
      mayBeMissing: true,
    })
  },
)

interface Creation {
  readonly parent: 'product' | 'item'
  readonly endpoint: 'createItem' | 'createProperty'
  readonly list: keyof typeof ownersList
  readonly body: (context: Sources, place: MadeItem) => Promise<Entry>
  /** One like it in a place of the own organization. */
  readonly control: (context: Sources, place: MadeItem) => Promise<Exchange>
}

const creations: readonly Creation[] = [
  {
    parent: 'product',
    endpoint: 'createItem',
    list: 'items',
    body: ({ given }, { product }) => given.itemBody(product),
    control: async (_, { exchange }) => exchange,
  },
  {
    parent: 'item',
    endpoint: 'createProperty',
    list: 'properties',
    body: ({ given }, place) => given.propertyBody('text', place),
    control: async ({ given }, item) => (await given.property('text', { item })).exchange,
  },
]

for (const { parent, endpoint, body, control } of creations)
  scenario(
    `${requestOf(endpoint)} in a foreign ${parent} is forbidden`,
    // What is only declared is not written to: a deployment that accepts it would keep it.
    { verifies: ['AUTH-22'], needs: ['second-key', 'write'] },
    async (context) => {
      const own = await ownItem(context)
      const accepted = await control(context, own)
      const foreign = await context.given.foreignItem()
      const answer = await context.api.send(endpoint, { json: await body(context, foreign) })
      context.verify('AUTH-22', answer).isRefused({ status: 403, control: accepted, hint })
    },
  )

const typesAbroad = propertyTypes.map((type) => ({
  type,
  // lawful: the source of a formula is out of reach as well, and may be judged before the item.
  refusal: type === 'formula' ? {} : { status: 403 },
}))

for (const { type, refusal } of typesAbroad)
  scenario(
    `POST /properties of a ${type} property in a foreign item is forbidden, reveals nothing and creates nothing`,
    { verifies: ['AUTH-22', 'AUTH-26'], needs: ['second-key', 'write'] },
    async (context) => {
      const { api, given, verify } = context
      const own = await mixedProperty(type, context)
      const place = foreignPlace('foreign place', context)
      const [foreign, source] = [await place.item(), await place.property('numeric')]
      const item = await ownItem(context)
      const body = await given.propertyBody(type, item)
      const json = withForeignIds(body, { own: item, foreign, sourceId: source.id })
      const answer = await api.send('createProperty', { json })
      verify('AUTH-22', answer).isRefused({ ...refusal, control: own.exchange, hint })
      const secrets = secretsOf([foreign.exchange.json, foreign.product.exchange.json], answer)
      verify('AUTH-26', answer).hidesText(secrets, { in: bodyText(answer) })
      const listed = await ownersList.properties(context, foreign)
      verify('AUTH-22', listed).hidesText(namesSent([body], context), { hint: hintOfBulk })
    },
  )

for (const { parent, endpoint, body: bodyIn, list } of creations)
  scenario(
    `${requestOf(endpoint)} in a foreign ${parent} with its id in upper case is rejected and creates nothing`,
    { verifies: ['AUTH-22'], needs: ['second-key', 'write'] },
    async (context) => {
      const { api, verify } = context
      const [own, foreign] = [await ownItem(context), await foreignPlace('foreign place', context).item()]
      const body = await bodyIn(context, own)
      const json = withForeignIds(body, { own, foreign: inCapitals(foreign) })
      const answer = await api.send(endpoint, { json })
      // lawful: a deployment may compare ids as texts, to which no such place is known.
      verify('AUTH-22', answer).isRefused({ control: own.exchange, hint })
      const listed = await ownersList[list](context, foreign)
      verify('AUTH-22', listed).hidesText(namesSent([body], context), { hint: hintOfBulk })
    },
  )

interface Bulk {
  readonly what: 'items' | 'properties'
  readonly endpoint: 'createItemsInBulk' | 'createPropertiesInBulk'
  readonly by: 'BULK-01' | 'BULK-02'
  readonly body: (context: Sources, place: MadeItem) => Promise<unknown>
}

const bulks: readonly Bulk[] = [
  {
    what: 'items',
    endpoint: 'createItemsInBulk',
    by: 'BULK-01',
    body: ({ given }, { product }) => given.itemBulk(product, 2),
  },
  {
    what: 'properties',
    endpoint: 'createPropertiesInBulk',
    by: 'BULK-02',
    body: ({ given }, place) => given.propertyBulk(place, 2),
  },
]

for (const bulk of bulks) {
  scenario(
    `${requestOf(bulk.endpoint)} in a foreign parent is rejected and creates nothing there`,
    { verifies: ['AUTH-22'], needs: ['second-key', 'write'] },
    async (context) => {
      const { api, given, verify } = context
      const own = await ownItem(context)
      const control = given.requireSuccess(
        await api.send(bulk.endpoint, { json: await bulk.body(context, own) }),
        bulk.by,
      )
      const foreign = await given.foreignItem()
      const json = await bulk.body(context, foreign)
      const answer = await api.send(bulk.endpoint, { json })
      // lawful: an answer of several statuses may refuse each entry, and a job may find out later; nothing is made there.
      verify('AUTH-22', answer).isRefused({ status: 403, control, hint, where: !succeeded(answer) })
      const names = entriesIn(json).flatMap((entry, index, all) => textsOf(entry, all.toSpliced(index, 1)))
      const listed = await ownersList[bulk.what](context, foreign)
      verify('AUTH-22', listed).hidesText(names, { hint: hintOfBulk })
    },
  )

  scenario(
    `${requestOf(bulk.endpoint)} with one entry for a foreign parent creates nothing there`,
    { verifies: ['AUTH-22'], needs: ['second-key', 'write'] },
    async (context) => {
      const { api, given, verify } = context
      const [own, foreign] = [await ownItem(context), await given.foreignItem()]
      given.requireSuccess(await api.send(bulk.endpoint, { json: await bulk.body(context, own) }), bulk.by)
      const plain = await bulk.body(context, own)
      const [first = {}, second = {}] = entriesIn(plain)
      const moved = withForeignIds(second, { own, foreign })
      const names = textsOf(second, [first]).filter((text) => text !== own.id && text !== own.product.id)
      assume(
        names.length > 0 && JSON.stringify(moved) !== JSON.stringify(second),
        `the body had no place in the entries of several ${bulk.what}`,
      )
      await api.send(bulk.endpoint, { json: withEntries(plain, [first, moved]) })
      // lawful: if the place of the whole request counts, an entry may well name another; then all are made there.
      const listed = await ownersList[bulk.what](context, foreign)
      verify('AUTH-22', listed).hidesText(names, { hint: hintOfBulk })
    },
  )
}

scenario(
  'POST /properties/bulk with each type but formula in a foreign item is rejected and creates nothing',
  { verifies: ['AUTH-22'], needs: ['second-key', 'write'] },
  async (context) => {
    const { api, given, verify } = context
    const { properties } = await mixedItem(context)
    const item = await ownItem(context)
    const foreign = await foreignPlace('foreign place', context).item()
    // The source of a formula would be out of reach as well, and might be judged before the item.
    const types = [...properties.keys()].filter((type) => type !== 'formula')
    const entries = await Promise.all(types.map((type) => given.propertyBody(type, item)))
    const json = withEntries(await given.propertyBulk(item, 2), entries)
    const control = await api.send('createPropertiesInBulk', { json })
    // lawful: an entry of several need not look like the body of a single creation.
    assume(succeeded(control), 'the target rejected a bulk with a property of each type')
    const answer = await api.send('createPropertiesInBulk', { json: withForeignIds(json, { own: item, foreign }) })
    // lawful: an answer of several statuses may refuse each entry, and a job may find out later; nothing is made there.
    verify('AUTH-22', answer).isRefused({ status: 403, control, hint, where: !succeeded(answer) })
    const listed = await ownersList.properties(context, foreign)
    verify('AUTH-22', listed).hidesText(namesSent(entries, context), { hint: hintOfBulk })
  },
)

function inCapitals(item: MadeItem): MadeItem {
  const { id, workspaceId } = item.product
  const product = { ...item.product, id: id.toUpperCase(), workspaceId: workspaceId.toUpperCase() }
  return { ...item, id: item.id.toUpperCase(), product }
}

/** An item of this run, whose bodies are sent with another item's id. */
function ownItem(sources: Sources): Promise<MadeItem> {
  return sharedItem(sources, 'bodies with a foreign item')
}

/** The names in creation bodies: texts that this run has made up. */
function namesSent(bodies: readonly Entry[], { session }: Sources): readonly string[] {
  const texts = bodies.flatMap((body) => Object.values(body)).filter((value) => typeof value === 'string')
  return texts.filter((text) => text.includes(session.configuration.runId))
}

/** The texts of an entry that stand in no other one, such as its name. */
function textsOf(entry: Entry, others: readonly Entry[]): readonly string[] {
  const elsewhere = new Set(others.flatMap((other) => Object.values(other)))
  return Object.values(entry)
    .filter((value) => typeof value === 'string')
    .filter((value) => value.length > 8 && !elsewhere.has(value))
}
