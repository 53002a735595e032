import { ListWindow, fieldOf, type Entry, type Exchange, type RecordKind, type Sources } from '#suite'
import { entriesIn } from '../shared/bulk-subject.ts'
import { listItemsOf } from '../shared/list-items-of.ts'
import { sharedProduct } from '../shared/shared-place.ts'
import { valueField } from '../shared/value-field.ts'
import type { Part, ReadyRequest, Effect } from './ready-request.ts'

const pace = false

/** Of the product in which items and properties are written to past the limit. */
const purpose = 'writes past the limit'

const toProducts: Part = async (sources) => {
  const { api, given } = sources
  const [changed, deleted] = [await given.emptyProduct(), await given.emptyProduct()]
  const body = await given.productBody()
  const listed = () => given.listProducts(body.workspace_id, { query: { q: body.name } })
  return [
    [
      'createProduct',
      {
        send: () => given.createProduct(body, { pace }),
        readEffect: readShowing(listed, [{ readable_id: body.readable_id }], sources),
      },
    ],
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
  const listed = () => listItemsOf(sources, product)
  const path = { item_id: changed.id }
  return [
    [
      'createItem',
      { send: () => api.send('createItem', { json, pace }), readEffect: readShowing(listed, [json], sources) },
    ],
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
        readEffect: readShowing(listed, entriesIn(several), sources),
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
  const listed = () => given.listProperties(item.id, { query: { limit: 100 } })
  const path = { property_id: changed.id }
  return [
    [
      'createProperty',
      { send: () => api.send('createProperty', { json, pace }), readEffect: readShowing(listed, [json], sources) },
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
        readEffect: readShowing(listed, entriesIn(several), sources),
      },
    ],
  ]
}

const toFiles: Part = async (sources) => {
  const { api, given } = sources
  // In an item by which the list of files may be narrowed down.
  const target_id = await given.listedId('items')
  const { id: file_id } = await given.file(target_id)
  const filename = `refused-${given.readableId()}.txt`
  const form = [given.filePart({ filename })]
  const listed = async () => ListWindow.open(api, 'files', await given.listQuery('files'))
  const update = (json: Entry) => api.send('updateFile', { path: { file_id }, json, pace })
  return [
    [
      'uploadFile',
      {
        send: () => api.send('uploadFile', { path: { target_id }, form, pace }),
        readEffect: readShowing(listed, [{ filename }], sources),
      },
    ],
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
    readEffect: async () => {
      const answer = await given.read(kind, id)
      return {
        answer,
        isExecuted: ['description', also, 'value'].some((field) => fieldOf(answer, field) === text),
        criterion: { kind: 'text', text, shown: false },
      }
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
    readEffect: async () => {
      const answer = await given.read(kind, id)
      const isMarked = fieldOf(answer, 'deleted') === true
      return {
        answer,
        isExecuted: answer.status === 404 || isMarked,
        criterion: isMarked
          ? { kind: 'each', field: 'deleted', lawful: { except: ['true'] } }
          : { kind: 'status', lawful: 'a success' },
      }
    },
  }
}

/** Whether the answers of a read show a text that only these bodies have. */
function readShowing(read: () => Promise<unknown>, bodies: readonly Entry[], sources: Sources): () => Promise<Effect> {
  const { api, given, session } = sources
  const texts = bodies.flatMap((body) => Object.values(body)).filter((value) => typeof value === 'string')
  const own = texts.filter((text) => text.includes(session.configuration.runId))
  return async () => {
    const before = api.trail.length
    await read()
    const answers = api.trail.slice(before)
    const found = answers.find((answer) => textIn(answer, own) !== undefined)
    const answer = found ?? answers.at(-1) ?? given.untestable(notRead)
    const text = textIn(answer, own) ?? ''
    return { answer, isExecuted: found !== undefined, criterion: { kind: 'text', text, shown: false } }
  }
}

function textIn({ json }: Exchange, texts: readonly string[]): string | undefined {
  const shown = JSON.stringify(json ?? null)
  return texts.find((text) => shown.includes(text))
}

const notRead = {
  reason: 'missing-fixture',
  cause: 'the target showed no record that reveals whether the write was executed',
} as const
