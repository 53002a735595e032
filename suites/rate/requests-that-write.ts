import { ListWindow, fieldOf, type Entry, type Exchange, type RecordKind } from '#suite'
import { entriesIn } from '../subjects/bulk-subject.ts'
import { itemsIn } from '../subjects/items-in.ts'
import { sharedProduct } from '../subjects/shared-place.ts'
import { valueField } from '../subjects/value-field.ts'
import type { Part, ReadyRequest, Sources } from './ready-request.ts'

const pace = false

/** Of the product in which items and properties are written to past the limit. */
const purpose = 'writes past the limit'

const toProducts: Part = async ({ api, given }) => {
  const [changed, deleted] = [await given.product(), await given.product()]
  const body = await given.productBody()
  const isCreated = async () => {
    const listed = await given.listProducts(body.workspace_id, { query: { q: body.name } })
    return given.entriesOf(listed).some(({ readable_id: id }) => id === body.readable_id)
  }
  return [
    ['createProduct', { send: () => given.createProduct(body, { pace }), isDone: isCreated }],
    [
      'updateProduct',
      await changing({ kind: 'product', id: changed.id }, { given }, (json) =>
        given.update(changed.id, json, { pace }),
      ),
    ],
    ['deleteProduct', await deleting('product', deleted.id, { api, given })],
  ]
}

const toItems: Part = async (sources) => {
  const { api, given, session } = sources
  const product = await sharedProduct(sources, purpose)
  const [changed, deleted] = [await given.item({ product }), await given.item({ product })]
  const json = await given.itemBody(product)
  const several = await session.dialect.itemBulkBody([given.placeIn(product), given.placeIn(product)])
  const listed = async () => (await itemsIn(sources, product)).entries
  const path = { item_id: changed.id }
  return [
    ['createItem', { send: () => api.send('createItem', { json, pace }), isDone: showing(listed, [json], sources) }],
    [
      'updateItem',
      await changing({ kind: 'item', id: changed.id }, sources, (change) =>
        api.send('updateItem', { path, json: change, pace }),
      ),
    ],
    ['deleteItem', await deleting('item', deleted.id, sources)],
    [
      'createItemsInBulk',
      {
        send: () => api.send('createItemsInBulk', { json: several, pace }),
        isDone: showing(listed, entriesIn(several), sources),
      },
    ],
  ]
}

const toProperties: Part = async (sources) => {
  const { api, given, session } = sources
  const item = await given.item({ product: await sharedProduct(sources, purpose) })
  const [changed, deleted] = [await given.property('text', { item }), await given.property('text', { item })]
  const json = await given.propertyBody('text', item)
  const places = [given.placeIn(item.product, item), given.placeIn(item.product, item)]
  const several = await session.dialect.propertyBulkBody(places)
  const listed = async () => given.entriesOf(await given.listProperties(item.id, { query: { limit: 100 } }))
  const path = { property_id: changed.id }
  return [
    [
      'createProperty',
      { send: () => api.send('createProperty', { json, pace }), isDone: showing(listed, [json], sources) },
    ],
    [
      'updateProperty',
      await changing({ kind: 'property', id: changed.id, also: valueField('text', changed.body) }, sources, (change) =>
        api.send('updateProperty', { path, json: change, pace }),
      ),
    ],
    ['deleteProperty', await deleting('property', deleted.id, sources)],
    [
      'createPropertiesInBulk',
      {
        send: () => api.send('createPropertiesInBulk', { json: several, pace }),
        isDone: showing(listed, entriesIn(several), sources),
      },
    ],
  ]
}

const toFiles: Part = async (sources) => {
  const { api, given } = sources
  // In an item by which the list of files may be narrowed down.
  const target_id = await given.listedId('items')
  const { id: file_id } = await given.file(target_id)
  const filename = `refused-${given.word()}.txt`
  const form = [given.filePart({ filename })]
  const isStored = async () => {
    const { entries } = await ListWindow.open(api, 'files', await given.listQuery('files'))
    return JSON.stringify(entries).includes(filename)
  }
  const update = (json: Entry) => api.send('updateFile', { path: { file_id }, json, pace })
  return [
    ['uploadFile', { send: () => api.send('uploadFile', { path: { target_id }, form, pace }), isDone: isStored }],
    ['updateFile', await changing({ kind: 'file', id: file_id }, sources, update)],
  ]
}

/** Requests to every endpoint that writes, by what they write. */
export const requestsThatWrite: readonly Part[] = [toProducts, toItems, toProperties, toFiles]

interface Changed {
  readonly kind: RecordKind
  readonly id: string
  /** A field that is changed beside the description, which not every record shows. */
  readonly also?: string
}

/** What was read is changed without another read, which would be counted as well. */
async function changing(
  { kind, id, also = 'description' }: Changed,
  { given }: Pick<Sources, 'given'>,
  update: (json: Entry) => Promise<Exchange>,
): Promise<ReadyRequest> {
  await given.read(kind, id)
  const text = `refused ${given.word()}`
  return {
    send: () => update({ description: text, [also]: text }),
    isDone: async () => {
      const after = await given.read(kind, id)
      return ['description', also, 'value'].some((field) => fieldOf(after, field) === text)
    },
  }
}

async function deleting(
  kind: 'product' | 'item' | 'property',
  id: string,
  { given }: Pick<Sources, 'api' | 'given'>,
): Promise<ReadyRequest> {
  await given.read(kind, id)
  return {
    send: () => given.remove(kind, id, { pace }),
    isDone: async () => {
      const after = await given.read(kind, id)
      return after.status === 404 || fieldOf(after, 'deleted') === true
    },
  }
}

/** Whether a list shows a text that only these bodies have. */
function showing(
  listed: () => Promise<readonly Entry[]>,
  bodies: readonly Entry[],
  { session }: Pick<Sources, 'session'>,
): () => Promise<boolean> {
  const texts = bodies.flatMap((body) => Object.values(body)).filter((value) => typeof value === 'string')
  const own = texts.filter((text) => text.includes(session.configuration.runId))
  return async () => {
    const shown = JSON.stringify(await listed())
    return own.some((text) => shown.includes(text))
  }
}
