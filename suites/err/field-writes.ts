import { type CheckContext, type Entry, type Exchange, type RequirementId } from '#suite'
import { bulkOfItems, bulkOfProperties, entriesIn, withEntries, type BulkSubject } from '../subjects/bulk-subject.ts'
import { valueField } from '../subjects/value-field.ts'

type Sources = Pick<CheckContext, 'api' | 'given' | 'session'>

interface FieldValue {
  readonly field: string
  /** JSON text of the value, as no JSON library may write it. */
  readonly json: string
  readonly broken: string
}

/** A write that succeeds as it is, whose fields can each be given another value. */
interface FieldWrite {
  /** Fields of the contract first, then those that were learned. */
  readonly fields: readonly string[]
  readonly send: (value: FieldValue) => Promise<Exchange>
}

interface Sending {
  readonly body: () => Promise<Entry>
  readonly fields: readonly string[]
  readonly send: (rawBody: string, broken?: string) => Promise<Exchange>
  /** The requirement that is broken where the write is refused as it is. */
  readonly acceptedBy: RequirementId
}

const contentType = 'application/json'

/** Every write of items, properties and files with a JSON body; those of products have generated values of their own. */
export const fieldWrites: ReadonlyArray<{
  readonly what: string
  readonly prepare: (sources: Sources) => Promise<FieldWrite>
}> = [
  {
    what: 'POST /items',
    prepare: async (sources) => {
      const { api, given } = sources
      const product = await given.product()
      const body = () => given.itemBody(product)
      const fields = fieldsOf(['description'], await body())
      const send: Sending['send'] = (rawBody, broken) => api.send('createItem', raw(rawBody, broken))
      return accepted(sources, { body, fields, send, acceptedBy: 'ITEM-03' })
    },
  },
  {
    what: 'PATCH /items/{item_id}',
    prepare: async (sources) => {
      const path = { item_id: (await sources.given.item()).id }
      const send: Sending['send'] = (rawBody, broken) =>
        sources.api.send('updateItem', { path, ...raw(rawBody, broken) })
      return accepted(sources, { body: change, fields: ['description', 'name'], send, acceptedBy: 'ITEM-06' })
    },
  },
  {
    what: 'POST /properties',
    prepare: async (sources) => {
      const { api, given } = sources
      const item = await given.item()
      const body = () => given.propertyBody('text', item)
      const fields = fieldsOf(['description'], await body())
      const send: Sending['send'] = (rawBody, broken) => api.send('createProperty', raw(rawBody, broken))
      return accepted(sources, { body, fields, send, acceptedBy: 'PROP-29' })
    },
  },
  {
    what: 'PATCH /properties/{property_id}',
    prepare: async (sources) => {
      const property = await sources.given.property('text')
      const path = { property_id: property.id }
      const fields = ['description', 'reason', 'name', valueField('text', property.body)]
      const send: Sending['send'] = (rawBody, broken) =>
        sources.api.send('updateProperty', { path, ...raw(rawBody, broken) })
      return accepted(sources, { body: change, fields, send, acceptedBy: 'PROP-32' })
    },
  },
  {
    what: 'PATCH /files/{file_id}',
    prepare: async (sources) => {
      const { api, given } = sources
      const path = { file_id: (await given.file((await given.item()).id)).id }
      const send: Sending['send'] = (rawBody, broken) => api.send('updateFile', { path, ...raw(rawBody, broken) })
      return accepted(sources, { body: change, fields: ['description', 'userTitle'], send, acceptedBy: 'FILE-15' })
    },
  },
  {
    what: 'POST /items/bulk',
    prepare: async (sources) => ofBulk(await bulkOfItems(sources), sources, 'createItemsInBulk'),
  },
  {
    what: 'POST /properties/bulk',
    prepare: async (sources) => ofBulk(await bulkOfProperties(sources), sources, 'createPropertiesInBulk'),
  },
]

/** The write, once it was accepted with nothing wrong in it: what is refused for another reason reaches no field. */
async function accepted({ given }: Sources, { body, fields, send, acceptedBy }: Sending): Promise<FieldWrite> {
  given.requireSuccess(await send(JSON.stringify(await body())), acceptedBy)
  return {
    fields,
    send: async ({ field, json, broken }) => send(withJson({ ...(await body()), [field]: marker }, json), broken),
  }
}

/** The last of two entries of a bulk has the value. */
async function ofBulk(
  subject: BulkSubject,
  { api, given }: Sources,
  endpoint: 'createItemsInBulk' | 'createPropertiesInBulk',
): Promise<FieldWrite> {
  const valid = await subject.body(2)
  given.requireSuccess(await subject.send(valid), endpoint === 'createItemsInBulk' ? 'BULK-01' : 'BULK-02')
  return {
    fields: fieldsOf(['description'], entriesIn(valid).at(-1) ?? {}),
    send: async ({ field, json, broken }) => {
      const body = await subject.body(2)
      const [first = {}, last = {}] = entriesIn(body)
      return api.send(endpoint, raw(withJson(withEntries(body, [first, { ...last, [field]: marker }]), json), broken))
    },
  }
}

const marker = 'the value stands here'

/** The JSON text of a body in which a value written by hand stands for the marker. */
function withJson(body: unknown, json: string): string {
  return JSON.stringify(body).replace(JSON.stringify(marker), () => json)
}

function raw(rawBody: string, broken?: string) {
  return { rawBody, contentType, ...(broken === undefined ? {} : { broken }) }
}

async function change(): Promise<Entry> {
  return { description: 'a change' }
}

function fieldsOf(documented: readonly string[], learned: Entry): readonly string[] {
  return [...new Set([...documented, ...Object.keys(learned)])]
}
