import { scenario, type CheckContext, type Exchange, type RequirementId } from '#suite'

const contentTypes = ['application/json; charset=utf-8', 'application/json;charset=UTF-8'] as const
const needs = ['write'] as const

type Sources = Pick<CheckContext, 'api' | 'given'>
/** A write that can be sent several times, under any content type. */
type Write = (contentType?: string) => Promise<Exchange>

const withType = (contentType: string | undefined) => (contentType === undefined ? {} : { contentType })

const writes = {
  'a creation of a product':
    async ({ given }) =>
    async (contentType) =>
      given.createProduct(await given.productBody({ description: 'Prüfstück 漢' }), withType(contentType)),
  'an update of a product': async ({ given }) => {
    const { id } = await given.product()
    return (contentType) => given.update(id, { description: 'Prüfstück 漢' }, withType(contentType))
  },
  'a creation of an item': async ({ api, given }) => {
    const product = await given.product()
    return async (contentType) =>
      api.send('createItem', { json: await given.itemBody(product), ...withType(contentType) })
  },
  'an update of an item': async ({ api, given }) => {
    const path = { item_id: (await given.item()).id }
    return (contentType) =>
      api.send('updateItem', { path, json: { description: 'Prüfstück 漢' }, ...withType(contentType) })
  },
  'a creation of a property': async ({ api, given }) => {
    const item = await given.item()
    return async (contentType) =>
      api.send('createProperty', { json: await given.propertyBody('text', item), ...withType(contentType) })
  },
  'an update of a property': async ({ api, given }) => {
    const path = { property_id: (await given.property('text')).id }
    return (contentType) =>
      api.send('updateProperty', { path, json: { description: 'Prüfstück 漢' }, ...withType(contentType) })
  },
  'a bulk creation of items': async ({ api, given }) => {
    const product = await given.product()
    return async (contentType) =>
      api.send('createItemsInBulk', { json: await given.itemBulk(product), ...withType(contentType) })
  },
  'a bulk creation of properties': async ({ api, given }) => {
    const item = await given.item()
    return async (contentType) =>
      api.send('createPropertiesInBulk', { json: await given.propertyBulk(item), ...withType(contentType) })
  },
  'an update of a file': async ({ api, given }) => {
    const path = { file_id: (await given.file((await given.item()).id)).id }
    return (contentType) =>
      api.send('updateFile', { path, json: { description: 'Prüfstück 漢' }, ...withType(contentType) })
  },
} satisfies Readonly<Record<string, (sources: Sources) => Promise<Write>>>

/** What is broken where the same is refused without a charset too. */
const plainer: { readonly [What in keyof typeof writes]: RequirementId } = {
  'a creation of a product': 'PROD-17',
  'an update of a product': 'PROD-41',
  'a creation of an item': 'ITEM-03',
  'an update of an item': 'ITEM-06',
  'a creation of a property': 'PROP-29',
  'an update of a property': 'PROP-32',
  'a bulk creation of items': 'BULK-01',
  'a bulk creation of properties': 'BULK-02',
  'an update of a file': 'FILE-15',
}

for (const what of Object.keys(writes).filter((name): name is keyof typeof writes => name in writes))
  scenario(`${what} may name its charset`, { verifies: ['GEN-07'], needs }, async ({ api, given, verify }) => {
    const write: Write = await writes[what]({ api, given })
    given.requireSuccess(await write(), plainer[what])
    for (const contentType of contentTypes) verify('GEN-07', await write(contentType)).isAccepted()
  })
