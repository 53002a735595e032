import { brokenTexts, doubtfulTexts, scenario, type CheckContext, type Exchange } from '#suite'

type Sources = Pick<CheckContext, 'api' | 'given'>

interface Subject {
  /** The request unbroken, which the target took. */
  readonly control: Exchange
  readonly valid: unknown
  readonly send: (request: { readonly rawBody: string | Uint8Array; readonly broken: string }) => Promise<Exchange>
}

const contentType = 'application/json'

const subjects = {
  'creating a product': async ({ api, given }) => {
    const { exchange: control } = await given.product()
    return {
      control,
      valid: await given.productBody(),
      send: (request) => api.send('createProduct', { ...request, contentType }),
    }
  },
  'updating a product': async ({ api, given }) => {
    const { id } = await given.product()
    const valid = { description: 'a change' }
    const path = { product_id: id }
    return {
      control: given.requireSuccess(await given.update(id, valid), 'PROD-41'),
      valid,
      send: (request) => api.send('updateProduct', { ...request, path, contentType }),
    }
  },
  'updating a file': async ({ api, given }) => {
    const path = { file_id: (await given.file((await given.item()).id)).id }
    const valid = { description: 'a change' }
    return {
      control: given.requireSuccess(await api.send('updateFile', { path, json: valid }), 'FILE-15'),
      valid,
      send: (request) => api.send('updateFile', { ...request, path, contentType }),
    }
  },
  'updating an item': async ({ api, given }) => {
    const path = { item_id: (await given.item()).id }
    const valid = { description: 'a change' }
    return {
      control: given.requireSuccess(await api.send('updateItem', { path, json: valid }), 'ITEM-06'),
      valid,
      send: (request) => api.send('updateItem', { ...request, path, contentType }),
    }
  },
  'updating a property': async ({ api, given }) => {
    const path = { property_id: (await given.property('text')).id }
    const valid = { description: 'a change' }
    return {
      control: given.requireSuccess(await api.send('updateProperty', { path, json: valid }), 'PROP-32'),
      valid,
      send: (request) => api.send('updateProperty', { ...request, path, contentType }),
    }
  },
  'creating an item': async ({ api, given }) => {
    const { product, exchange: control } = await given.item()
    const valid = await given.itemBody(product)
    return { control, valid, send: (request) => api.send('createItem', { ...request, contentType }) }
  },
  'creating a property': async ({ api, given }) => {
    const { item, exchange: control } = await given.property('text')
    const valid = await given.propertyBody('text', item)
    return { control, valid, send: (request) => api.send('createProperty', { ...request, contentType }) }
  },
  'creating items in bulk': async ({ api, given }) => {
    const valid = await given.itemBulk(await given.product())
    return {
      control: given.requireSuccess(await api.send('createItemsInBulk', { json: valid }), 'BULK-01'),
      valid,
      send: (request) => api.send('createItemsInBulk', { ...request, contentType }),
    }
  },
  'creating properties in bulk': async ({ api, given }) => {
    const valid = await given.propertyBulk(await given.item())
    return {
      control: given.requireSuccess(await api.send('createPropertiesInBulk', { json: valid }), 'BULK-02'),
      valid,
      send: (request) => api.send('createPropertiesInBulk', { ...request, contentType }),
    }
  },
} satisfies Readonly<Record<string, (context: Sources) => Promise<Subject>>>

for (const [what, prepare] of Object.entries(subjects)) {
  scenario(
    `${what} with a body that is no JSON is refused`,
    { verifies: ['ERR-12'], needs: ['write'] },
    async (context) => {
      const { valid, send } = await prepare(context)
      for (const { label, text } of brokenTexts(JSON.stringify(valid)))
        context.verify('ERR-12', await send({ rawBody: text, broken: label })).isRejected()
    },
  )

  scenario(
    `${what} with a body that only some take for JSON ends without a server error`,
    { verifies: ['ERR-12'], needs: ['write'] },
    async (context) => {
      const { valid, send } = await prepare(context)
      for (const { label, text } of doubtfulTexts(valid)) {
        const answer = await send({ rawBody: text, broken: label })
        context.observe('ERR-12', `${what}: ${label}`, answer.status)
        context.verify('ERR-12', answer).isNoServerError()
      }
    },
  )
}

const scalars: ReadonlyArray<readonly [string, string]> = [
  ['a number', '5'],
  ['a text', '"name"'],
  ['a boolean', 'true'],
]
const arrays = (valid: unknown): typeof scalars => [
  ['an array', '[]'],
  ['an array with the object in it', JSON.stringify([valid])],
]

/** lawful: these creations are known by name only, and may accept a list of what is to be made. */
const mayAcceptArrays: ReadonlySet<string> = new Set([
  'creating an item',
  'creating a property',
  'creating items in bulk',
  'creating properties in bulk',
])

for (const [what, prepare] of Object.entries(subjects))
  scenario(
    `${what} with JSON that is no object is refused`,
    { verifies: ['ERR-13'], needs: ['write'] },
    async (context) => {
      const { control, valid, send } = await prepare(context)
      for (const [broken, rawBody] of [...scalars, ...(mayAcceptArrays.has(what) ? [] : arrays(valid))])
        context.verify('ERR-13', await send({ rawBody, broken })).isRefused({ control })
    },
  )

for (const what of ['creating a product', 'creating an item', 'creating a property'] as const)
  scenario(`${what} with null is refused`, { verifies: ['ERR-13'], needs: ['write'] }, async (context) => {
    const { control, send } = await subjects[what](context)
    context.verify('ERR-13', await send({ rawBody: 'null', broken: 'null' })).isRefused({ control })
  })

// lawful: some parsers read null as a body without fields, which an update may have.
scenario(
  'updating a product with null is answered somehow',
  { verifies: ['ERR-13'], needs: ['write'] },
  async (context) => {
    const { send } = await subjects['updating a product'](context)
    const answer = await send({ rawBody: 'null', broken: 'null' })
    context.observe('ERR-13', 'updating a product with null', answer.status)
    context.verify('ERR-13', answer).isNoServerError()
  },
)
