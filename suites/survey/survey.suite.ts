import {
  each,
  endpointIds,
  endpoints,
  entriesOf,
  listNames,
  lists,
  propertyTypes,
  traffic,
  drawId,
  shownId,
  requestOf,
} from '#suite'
import type { CheckContext, EndpointId, MadeItem } from '#suite'
import { existingItems, existingProperties, differentExamples } from '../shared/existing-things.ts'
import { listItemsOf } from '../shared/list-items-of.ts'
import { listWithWrong } from '../shared/list-with-parameters.ts'
import { onErrors, onEveryAnswer, onLists, onResources } from '../shared/passive-ids.ts'
import { requestUnknownId } from '../shared/request-unknown-id.ts'
import { requestWithEmptyBody } from '../shared/request-with-empty-body.ts'
import { secondItem, sharedItem } from '../shared/shared-place.ts'
import { mixedProperty } from '../shared/example-property.ts'
import { newLinkOf } from '../shared/usages.ts'

// Passive checks judge every answer. Each kind of answer is asked for here once, so that each of them sees what it is about.
// Refusals of bad keys come last of all, where each endpoint is asked without a key.

const isRead = (id: EndpointId): boolean => endpoints[id].method === 'GET'
const isList = (id: EndpointId): boolean => listNames.some((name) => lists[name].endpoint === id)

traffic(
  'workspaces and users are readable',
  { judged: [...onEveryAnswer, ...onLists, ...onResources.workspaces] },
  async ({ api, given }) => {
    const listed = entriesOf(await api.send('listWorkspaces'))
    await Promise.all(differentExamples(listed).map((id) => given.read('workspace', id)))
    await api.send('listWorkspaces', { query: { offset: 1_000_000 } })
    await api.send('listOrganizationUsers')
    await api.send('getWorkspace', { path: { workspace_id: await given.workspace() } })
  },
)

traffic(
  'existing products are readable',
  { judged: [...onEveryAnswer, ...onLists, ...onResources.products] },
  async ({ given }) => {
    const products = await given.existingProducts()
    await Promise.all(differentExamples(products).map((id) => given.read('product', id)))
  },
)

traffic('existing items are readable', { judged: [...onLists, ...onResources.items] }, async (context) => {
  const items = await existingItems(context)
  await Promise.all(differentExamples(items).map((id) => context.given.read('item', id)))
})

traffic('existing properties are readable', { judged: [...onLists, ...onResources.properties] }, async (context) => {
  const { given, session } = context
  const declared = Object.values(session.configuration.targetFile.fixtures?.properties ?? {})
  const there = differentExamples(await existingProperties(context))
  await Promise.all([...declared, ...there].map((id) => given.read('property', id)))
})

traffic(
  'existing files are readable',
  { judged: [...onLists, ...onResources.files, 'HDR-01'] },
  async ({ api, given }) => {
    const files = differentExamples(entriesOf(await api.send('listFiles')))
    await Promise.all(files.map((id) => given.read('file', id)))
    await Promise.all(files.slice(0, 1).map((id) => api.send('downloadFile', { path: { file_id: id } })))
  },
)

traffic(
  'products of every kind are created and read',
  { judged: [...onEveryAnswer, ...onLists, ...onResources.products], needs: ['write'] },
  async ({ api, given }) => {
    const plain = await given.product()
    const described = await given.product({ description: 'described' })
    await given.read('product', plain.id)
    await given.read('product', described.id)
    await given.listProducts(plain.workspaceId, { query: { q: plain.body.name } })
    await given.update(plain.id, { name: given.name() })
    await api.send('deleteProduct', { path: { product_id: plain.id } })
  },
)

traffic(
  'products with part numbers are created and read',
  { judged: ['PROD-05', 'PROD-07', 'PROD-61'], needs: ['write', 'trace'] },
  async ({ api, given }) => {
    const { id, body } = await given.productWithPartNumber()
    await api.send('getProduct', { path: { product_id: id } })
    await given.listProducts(body.workspace_id, { query: { q: body.name } })
    await given.update(id, { part_number: null })
  },
)

for (const type of propertyTypes)
  traffic(
    `a ${type} property is created and read`,
    { judged: [...onLists, ...onResources.properties, ...onResources.items], needs: ['write'] },
    async (context) => {
      const { given, session } = context
      const { id, item } = await mixedProperty(type, context)
      await given.read('property', id)
      await session.shared('reads of an item with properties of each type', () =>
        Promise.all([given.listProperties(item.id), given.read('item', item.id)]),
      )
    },
  )

traffic('lists with several entries are read', { judged: ['PAGE-16'], needs: ['write'] }, async (context) => {
  const item = await surveyItem(context)
  await secondItem(context, item)
  await context.given.listProducts(item.product.workspaceId, { query: { q: item.product.body.name } })
  await listItemsOf(context, item.product)
})

traffic(
  'a property with a reference is created and read',
  { judged: ['PROP-06', 'PROP-07', 'PROP-08'], needs: ['write'] },
  async (context) => {
    const { api, given } = context
    const item = await surveyItem(context)
    const { exchange } = await given.file(item.id)
    const references = [{ file_link_id: shownId(newLinkOf(exchange), 'file_link_id'), page: 1 }]
    const { id } = await given.property('text', { item, fields: { references } })
    await api.send('getProperty', { path: { property_id: id } })
  },
)

traffic(
  'files on an item and on a property are uploaded and read',
  { judged: [...onEveryAnswer, ...onLists, ...onResources.files], needs: ['write'] },
  async (context) => {
    const { api, given } = context
    const property = await given.property('text', { item: await surveyItem(context) })
    const files = [await given.file(property.item.id), await given.file(property.id)]
    await each(files, async ({ id }) => {
      await given.read('file', id)
      await api.send('updateFile', { path: { file_id: id }, json: { description: 'a description' } })
      await api.send('downloadFile', { path: { file_id: id } })
    })
    await api.send('listFiles')
  },
)

for (const name of listNames)
  traffic(
    `the list of ${name} with limit 0 is rejected`,
    { judged: [...onEveryAnswer, ...onErrors] },
    async (context) => {
      await listWithWrong(name, { parameters: {}, wrong: { limit: '0' } }, context)
    },
  )

for (const id of endpointIds.filter((one) => !isList(one) && (isRead(one) || endpoints[one].path.includes('{'))))
  traffic(
    `${requestOf(id)} with an unknown id is rejected`,
    { judged: [...onEveryAnswer, ...onErrors], needs: isRead(id) ? [] : ['write'] },
    async (context) => {
      await requestUnknownId(id, context)
    },
  )

traffic('an unknown type hint is rejected', { judged: [...onEveryAnswer, ...onErrors] }, async ({ given }) => {
  await given.read('property', drawId(), { query: { type: 'nonsense' }, broken: 'no such type' })
})

const creations = endpointIds.filter((id) => !isRead(id) && !endpoints[id].path.includes('{'))

for (const id of creations.filter((one) => one !== 'createProduct'))
  traffic(
    `${requestOf(id)} with an empty body is rejected`,
    { judged: [...onEveryAnswer, ...onErrors], needs: ['write'] },
    async (context) => {
      await requestWithEmptyBody(id, context)
    },
  )

traffic(
  `${requestOf('createProduct')} with an empty body is rejected`,
  { judged: [...onEveryAnswer, ...onErrors], needs: ['write'] },
  async ({ given }) => {
    await given.createProduct({}, { broken: 'an empty body' })
  },
)

traffic('conflicting and incomplete writes are rejected', { judged: onErrors, needs: ['write'] }, async (context) => {
  const { given } = context
  const { body, id } = await given.product({}, { isNew: true })
  await given.createProduct({ ...body, name: given.name() })
  await given.update(id, { name: '' }, { broken: 'an empty name' })
  const item = await surveyItem(context)
  await given.sendUpload(item.id, { bytes: new Uint8Array(), broken: 'an empty file' })
  const { part } = await given.file(item.id)
  await given.sendUpload(item.id, { bytes: part.bytes })
})

traffic(
  'a second part number for a product is rejected',
  { judged: onErrors, needs: ['write', 'trace'] },
  async ({ given }) => {
    const { id } = await given.productWithPartNumber()
    await given.update(id, { part_number: given.partNumber() })
  },
)

/** The item in which properties and files are made that no claim is about. */
const surveyItem = (context: CheckContext<never>): Promise<MadeItem> => sharedItem(context, 'the survey')
