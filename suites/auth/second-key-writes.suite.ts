import { assume, mayPass, scenario, succeeded, requestOf } from '#suite'
import type { EndpointId, Exchange, MadeFile, MadeItem, MadeProperty, Sources } from '#suite'
import { whenNotLocked } from '../shared/when-not-locked.ts'

const needs = ['same-org-key|control:create-key', 'write'] as const
const as = 'same-organization'

/** A place of one key, in which the second key writes. */
interface Place {
  readonly item: MadeItem
  readonly property: MadeProperty
  readonly file: MadeFile
  /** In an item without files, which go with their product alone: those of a deleted item might stay. */
  readonly doomed: MadeProperty
}

type Write = (place: Place, sources: Sources) => Promise<Exchange>

interface SecondWrite {
  readonly endpoint: EndpointId
  readonly to?: string
  readonly write: Write
}

/** A write as titles and causes name it. */
function nameOf({ endpoint, to }: SecondWrite): string {
  return to === undefined ? requestOf(endpoint) : `${requestOf(endpoint)} to ${to}`
}

function change(
  endpoint: `update${'Product' | 'Item' | 'Property' | 'File'}`,
  json: Readonly<Record<string, string>>,
): SecondWrite {
  const write: Write = ({ item, property, file }, { api }) =>
    api.send(endpoint, {
      path: { product_id: item.product.id, item_id: item.id, property_id: property.id, file_id: file.id },
      as,
      json,
    })
  return { endpoint, write }
}

function deletion(endpoint: `delete${'Product' | 'Item' | 'Property'}`): SecondWrite {
  const write: Write = ({ doomed: { id, item } }, { api }) =>
    api.send(endpoint, { path: { product_id: item.product.id, item_id: item.id, property_id: id }, as })
  return { endpoint, write }
}

/** Every write, in an order in which each finds what it is about: what is deleted first goes with nothing that comes later. */
const writes: readonly SecondWrite[] = [
  {
    endpoint: 'createItem',
    write: async ({ item: { product } }, { api, given }) =>
      api.send('createItem', { json: await given.itemBody(product), as }),
  },
  {
    endpoint: 'createItemsInBulk',
    write: async ({ item: { product } }, { api, given }) =>
      api.send('createItemsInBulk', { json: await given.itemBulk(product), as }),
  },
  {
    endpoint: 'createProperty',
    write: async ({ item }, { api, given }) =>
      api.send('createProperty', { json: await given.propertyBody('text', item), as }),
  },
  {
    endpoint: 'createPropertiesInBulk',
    write: async ({ item }, { api, given }) =>
      api.send('createPropertiesInBulk', { json: await given.propertyBulk(item), as }),
  },
  {
    endpoint: 'uploadFile',
    to: 'an item',
    write: ({ item }, { given }) => given.sendUpload(item.id, { as, allowDuplicate: 'true' }),
  },
  {
    endpoint: 'uploadFile',
    to: 'a property',
    write: ({ property }, { given }) => given.sendUpload(property.id, { as, allowDuplicate: 'true' }),
  },
  change('updateProduct', { description: 'by a key' }),
  change('updateItem', { description: 'by a key' }),
  change('updateProperty', { description: 'by a key' }),
  change('updateFile', { userTitle: 'by a key' }),
  deletion('deleteProperty'),
  deletion('deleteItem'),
  deletion('deleteProduct'),
]

type Answers = ReadonlyMap<string, PromiseSettledResult<Exchange>>

/** What the second key's writes to a place of either key are answered with, each sent once. */
function writtenBySecondKey(maker: 'own' | typeof as, sources: Sources): Promise<Answers> {
  const { given, session } = sources
  return session.shared(`writes of a second key to what ${maker} made`, async () => {
    const property = await given.property('text', { item: await given.item({ as: maker }), as: maker })
    const { item } = property
    const beside = await given.item({ product: item.product, as: maker })
    const doomed = await given.property('text', { item: beside, as: maker })
    const place = { property, item, doomed, file: await given.file(item.id, { as: maker }) }
    const answers = new Map<string, PromiseSettledResult<Exchange>>()
    for (const row of writes) {
      const [answer] = await Promise.allSettled([whenNotLocked(given, () => row.write(place, sources))])
      if (answer.status === 'rejected' && mayPass(answer.reason)) throw answer.reason
      answers.set(nameOf(row), answer)
    }
    return answers
  })
}

async function answerTo(name: string, maker: 'own' | typeof as, sources: Sources): Promise<Exchange | undefined> {
  const settled = (await writtenBySecondKey(maker, sources)).get(name)
  if (settled?.status === 'rejected') throw settled.reason
  return settled?.value
}

// The requests are the rows of `writes`: each is sent once with the second key to a place of the first key, and once to a place of its own.
for (const name of writes.map((row) => nameOf(row)))
  scenario(
    `${name} is accepted from another key of the organization`,
    { verifies: ['AUTH-23'], needs },
    async (context) => {
      const { verify } = context
      const answer = await answerTo(name, 'own', context)
      // lawful: a key may have fewer rights, so that it may not even write to what it has made itself.
      const isLimited = answer === undefined || (!succeeded(answer) && !succeeded(await answerTo(name, as, context)))
      assume(!isLimited, `the target did not allow the second key ${name}, not even for its own records`)
      verify('AUTH-23', answer).isAccepted()
    },
  )
