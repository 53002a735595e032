import { scenario, type Api, type Exchange, type Given } from '#suite'

const forbidden = { status: 403, code: 'forbidden' } as const
const needs = ['second-key', 'write'] as const
const as = 'other-organization'
const hint = 'the organization of the key may be compared on reads only'

interface ForeignChange {
  readonly what: string
  readonly id: 'AUTH-12' | 'AUTH-14' | 'AUTH-16' | 'AUTH-18'
  /** The resource, made under the second key for this check alone. */
  readonly make: (given: Given) => Promise<string>
  readonly read: (api: Api, id: string) => Promise<Exchange>
  readonly change: (api: Api, id: string) => Promise<Exchange>
}

const updates: readonly ForeignChange[] = [
  {
    what: 'changing a product',
    id: 'AUTH-12',
    make: async (given) => (await given.foreignProduct()).id,
    read: (api, id) => api.send('getProduct', { path: { product_id: id }, as }),
    change: (api, id) =>
      api.send('updateProduct', { path: { product_id: id }, json: { name: 'taken over', description: 'taken over' } }),
  },
  {
    what: 'changing an item',
    id: 'AUTH-14',
    make: async (given) => (await given.foreignItem()).id,
    read: (api, id) => api.send('getItem', { path: { item_id: id }, as }),
    change: (api, id) => api.send('updateItem', { path: { item_id: id }, json: { description: 'taken over' } }),
  },
  {
    what: 'changing a property',
    id: 'AUTH-16',
    make: async (given) => (await given.foreignProperty()).id,
    read: (api, id) => api.send('getProperty', { path: { property_id: id }, as }),
    change: (api, id) => api.send('updateProperty', { path: { property_id: id }, json: { description: 'taken over' } }),
  },
  {
    what: "changing a file's record",
    id: 'AUTH-18',
    make: async (given) => (await given.foreignFile()).id,
    read: (api, id) => api.send('getFile', { path: { file_id: id }, as }),
    change: (api, id) =>
      api.send('updateFile', { path: { file_id: id }, json: { userTitle: 'taken over', description: 'taken over' } }),
  },
]

const deletions: readonly ForeignChange[] = [
  {
    what: 'deleting a product',
    id: 'AUTH-12',
    make: async (given) => (await given.product({}, { as })).id,
    read: (api, id) => api.send('getProduct', { path: { product_id: id }, as }),
    change: (api, id) => api.send('deleteProduct', { path: { product_id: id } }),
  },
  {
    what: 'deleting an item',
    id: 'AUTH-14',
    make: async (given) => (await given.item({ product: await given.foreignProduct(), as })).id,
    read: (api, id) => api.send('getItem', { path: { item_id: id }, as }),
    change: (api, id) => api.send('deleteItem', { path: { item_id: id } }),
  },
  {
    what: 'deleting a property',
    id: 'AUTH-16',
    make: async (given) => (await given.property('text', { item: await given.foreignItem(), as })).id,
    read: (api, id) => api.send('getProperty', { path: { property_id: id }, as }),
    change: (api, id) => api.send('deleteProperty', { path: { property_id: id } }),
  },
]

for (const { what, id, make, read, change } of [...updates, ...deletions])
  scenario(
    `${what} of another organization is forbidden and changes nothing`,
    { verifies: [id], needs },
    async ({ api, session, given, verify }) => {
      await session.ensureKey(as)
      const foreign = await make(given)
      const before = given.requireSuccess(await read(api, foreign), 'AUTH-01')
      const answer = await change(api, foreign)
      verify(id, answer).isRefused({ ...forbidden, control: before, hint })
      const after = await read(api, foreign)
      verify(id, after).equals({
        claim: `${what} left it as it was`,
        expected: [200, stable(before.json)],
        received: [after.status, stable(after.json)],
      })
    },
  )

// Addresses of pictures may be signed anew each time.
const movesByItself = new Set(['description_status', 'used_in', 'updatedAt', 'updated_at', 'imageUrl'])

const emptied: ReadonlyArray<Pick<ForeignChange, 'what' | 'id' | 'make' | 'change'>> = [
  {
    what: 'a product',
    id: 'AUTH-12',
    make: async (given) => (await given.foreignProduct()).id,
    change: (api, id) => api.send('updateProduct', { path: { product_id: id }, json: {} }),
  },
  {
    what: 'an item',
    id: 'AUTH-14',
    make: async (given) => (await given.foreignItem()).id,
    change: (api, id) => api.send('updateItem', { path: { item_id: id }, json: {} }),
  },
  {
    what: 'a property',
    id: 'AUTH-16',
    make: async (given) => (await given.foreignProperty()).id,
    change: (api, id) => api.send('updateProperty', { path: { property_id: id }, json: {} }),
  },
  {
    what: "a file's record",
    id: 'AUTH-18',
    make: async (given) => (await given.foreignFile()).id,
    change: (api, id) => api.send('updateFile', { path: { file_id: id }, json: {} }),
  },
]

for (const { what, id, make, change } of emptied)
  scenario(
    `an update of ${what} of another organization is refused where it gives nothing, too`,
    { verifies: [id], needs, causedBy: ['ERR-15'] },
    async ({ api, session, given, verify }) => {
      await session.ensureKey(as)
      // An update that gives nothing may be refused as such, before anybody looks whose record it is.
      const answer = await change(api, await make(given))
      verify(id, answer).that({
        claim: `an empty update of ${what} of another organization is refused`,
        holds: [400, 403, 422].includes(answer.status),
        expected: '403',
        received: `${answer.status}`,
        hint: 'an update without fields may return early',
      })
    },
  )

/** A record without what moves by itself: an automatic description may come meanwhile, but not the one that was sent. */
function stable(record: unknown): unknown {
  return JSON.parse(
    JSON.stringify(record ?? null, (key, value: unknown) =>
      movesByItself.has(key) || (key === 'description' && value !== 'taken over') ? undefined : value,
    ),
  )
}

scenario(
  'creating a product in a workspace of another organization is forbidden',
  { verifies: ['AUTH-20'], needs: ['second-key|fixture:foreign-ids', 'write'] },
  async ({ session, given, verify }) => {
    const { exchange: control } = await given.product()
    const body = await given.productBody({ workspace_id: await given.foreignId('workspace') })
    const answer = await given.createProduct(body)
    verify('AUTH-20', answer).isRefused({ ...forbidden, control, hint })
    if (session.configuration.keys.otherOrganization === undefined) return
    const listed = given.entriesOf(await given.listProducts(body.workspace_id, { as, query: { q: body.name } }))
    verify('AUTH-20', answer).that({
      claim: 'the refused creation made nothing',
      holds: listed.every(({ readable_id: readableId }) => readableId !== body.readable_id),
      expected: 'no such product in the foreign workspace',
      received: `${listed.length} entries`,
    })
  },
)

type Creation = (api: Api, given: Given) => Promise<{ readonly control: Exchange; readonly answer: Exchange }>

const creations: ReadonlyArray<{ readonly what: string; readonly create: Creation }> = [
  {
    what: 'an item in a product',
    create: async (api, given) => {
      const own = await given.item()
      const foreign = { ...own.product, id: await given.foreignId('product') }
      return { control: own.exchange, answer: await api.send('createItem', { json: await given.itemBody(foreign) }) }
    },
  },
  {
    what: 'a property in an item',
    create: async (api, given) => {
      const own = await given.property('text')
      const foreign = { ...own.item, id: await given.foreignId('item') }
      return {
        control: own.exchange,
        answer: await api.send('createProperty', { json: await given.propertyBody('text', foreign) }),
      }
    },
  },
  {
    what: 'several items in a product',
    create: async (api, given) => {
      const own = await given.product()
      const bulk = (productId: string) => given.itemBulk({ ...own, id: productId })
      const control = given.requireSuccess(await api.send('createItemsInBulk', { json: await bulk(own.id) }), 'BULK-01')
      return {
        control,
        answer: await api.send('createItemsInBulk', { json: await bulk(await given.foreignId('product')) }),
      }
    },
  },
  {
    what: 'several properties in an item',
    create: async (api, given) => {
      const own = await given.item()
      const bulk = (itemId: string) => given.propertyBulk({ ...own, id: itemId })
      const control = given.requireSuccess(
        await api.send('createPropertiesInBulk', { json: await bulk(own.id) }),
        'BULK-02',
      )
      return {
        control,
        answer: await api.send('createPropertiesInBulk', { json: await bulk(await given.foreignId('item')) }),
      }
    },
  },
]

for (const { what, create } of creations)
  scenario(
    `creating ${what} of another organization is forbidden`,
    { verifies: ['AUTH-22'], needs: ['second-key|fixture:foreign-ids', 'write'] },
    async ({ api, given, verify }) => {
      const { control, answer } = await create(api, given)
      verify('AUTH-22', answer).isRefused({ status: 403, control, hint })
    },
  )
